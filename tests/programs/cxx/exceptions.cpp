// expect: verified 6
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1; r = fetch_add x, 1 }
// Exceptions in flight in two threads at once: each is caught where it belongs, with switches in the destructors that
// run meanwhile, and std::uncaught_exceptions counts those of one thread.
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

std::atomic<int> x;

struct Guard {
  ~Guard() {
    assert(std::uncaught_exceptions() == 1);
    ++x;
    assert(std::uncaught_exceptions() == 1);
  }
};

void fail(const std::string& message) {
  Guard guard;
  throw std::runtime_error(message);
}

void run(const std::string& message) {
  try {
    fail(message);
    assert(false);
  } catch (const std::runtime_error& error) {
    assert(std::uncaught_exceptions() == 0);
    ++x;
    assert(error.what() == message);
  }
}

int main() {
  std::thread a(run, "the first of two messages that are long enough"), b(run, "second");
  a.join();
  b.join();
  assert(x == 4);
}

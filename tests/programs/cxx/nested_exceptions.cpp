// expect: verified 6
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1; r = fetch_add x, 1 }
// An exception thrown, caught and thrown on inside of a handler, with switches in between.
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <thread>

std::atomic<int> x;

void run(int me) {
  try {
    try {
      throw me;
    } catch (int value) {
      ++x;
      try {
        throw std::logic_error("inner");
      } catch (const std::logic_error&) {
      }
      ++x;
      assert(value == me);
      throw;
    }
  } catch (int value) {
    assert(value == me);
    assert(std::current_exception() != nullptr);
  }
  assert(std::current_exception() == nullptr);
}

int main() {
  std::thread a(run, 1), b(run, 2);
  a.join();
  b.join();
  assert(x == 4);
}

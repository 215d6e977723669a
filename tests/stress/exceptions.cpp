// Exceptions in flight in three threads at once, with switches while they are thrown, unwound, held, copied and thrown
// again.
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

std::atomic<int> switches;

struct Guard {
  int expected;
  explicit Guard(int expected) : expected(expected) {}
  ~Guard() {
    assert(std::uncaught_exceptions() == expected);
    ++switches;
    // A whole exception comes and goes while another one is on its way.
    try {
      throw expected;
    } catch (int caught) {
      assert(caught == expected && std::uncaught_exceptions() == expected);
      ++switches;
    }
    assert(std::uncaught_exceptions() == expected);
  }
};

struct Own : std::runtime_error {
  Own(const std::string& text, int number) : std::runtime_error(text), numbers(100, number) {}
  std::vector<int> numbers;
};

void fall(int depth, const std::string& text, int number) {
  Guard guard(1);
  if (depth == 0) throw Own(text, number);
  fall(depth - 1, text, number);
}

std::exception_ptr hold(const std::string& text, int number) {
  try {
    fall(1, text, number);
  } catch (const Own& own) {
    ++switches;
    assert(own.what() == text && own.numbers.at(99) == number);
    return std::current_exception();
  }
  return nullptr;
}

void run(std::string text, int number) {
  std::exception_ptr held = hold(text, number);
  try {
    Guard guard(1);
    std::rethrow_exception(held);
  } catch (const std::runtime_error& error) {
    ++switches;
    assert(error.what() == text && std::uncaught_exceptions() == 0);
    assert(std::current_exception() == held);
  }
  assert(std::current_exception() == nullptr);
}

int main() {
  std::thread a(run, "a message that is too long to be stored in place", 1), b(run, "short", 2),
      c(run, std::string(5000, 'c'), 3);
  a.join();
  b.join();
  c.join();
  assert(switches == 3 * 8);
}

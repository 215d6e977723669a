// expect: bug uncaught_exception
// message: uncaught exception of type shop::Closed: closed since 18
// An exception of a class of the program's own, not at the beginning of its object, kept and thrown again.
// fixed: verified 2
// toy: var open = 1
// toy: thread customer { r = open }
// toy: thread main { open = 0 }
// With a handler.
#include <atomic>
#include <exception>
#include <string>
#include <thread>

namespace shop {
struct Hour {
  virtual ~Hour() = default;
  int hour = 18;
};
struct Closed : Hour, virtual std::exception {
  Closed() : text("closed since " + std::to_string(hour)) {}
  const char* what() const noexcept override { return text.c_str(); }
  std::string text;
};
}  // namespace shop

std::atomic<bool> open{true};

void enter() {
  std::exception_ptr trouble;
  try {
    if (!open) throw shop::Closed();
  } catch (...) {
    trouble = std::current_exception();
  }
#ifdef FIXED
  try {
    if (trouble) std::rethrow_exception(trouble);
  } catch (const std::exception&) {
  }
#else
  if (trouble) std::rethrow_exception(trouble);
#endif
}

int main() {
  std::thread customer(enter);
  open = false;
  customer.join();
}

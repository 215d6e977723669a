// expect: bug uncaught_exception
// message: uncaught exception of type shop::Closed: closed since 18
// An exception of a class of the program's own, not at the beginning of its object, kept and thrown again.
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
  if (trouble) std::rethrow_exception(trouble);
}

int main() {
  std::thread customer(enter);
  open = false;
  customer.join();
}

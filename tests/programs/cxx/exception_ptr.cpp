// expect: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// An exception is carried from a thread to main and thrown again there.
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

int main() {
  std::mutex mutex;
  std::exception_ptr first;
  auto run = [&](const char* name) {
    try {
      throw std::runtime_error(name);
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!first) first = std::current_exception();
    }
  };
  std::thread a(run, "a"), b(run, "b");
  a.join();
  b.join();
  try {
    std::rethrow_exception(first);
  } catch (const std::runtime_error& error) {
    assert(error.what() == std::string("a") || error.what() == std::string("b"));
    return 0;
  }
  return 1;
}

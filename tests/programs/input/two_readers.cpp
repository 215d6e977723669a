// expect: bug assertion
// input: push\npop\n
// Two threads read a line of standard input each: which of them gets which is not known.
// fixed: verified
// uncounted: How often the C++ library locks standard input depends on its version.
#include <cassert>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

static std::mutex mutex;
static std::string first, second;

static void read(std::string& line) {
  std::lock_guard<std::mutex> hold(mutex);
  std::getline(std::cin, line);
}

int main() {
#ifdef FIXED
  read(first);
  std::thread other(read, std::ref(second));
#else
  std::thread other(read, std::ref(second));
  read(first);
#endif
  other.join();
  assert(first == "push" && second == "pop");
}

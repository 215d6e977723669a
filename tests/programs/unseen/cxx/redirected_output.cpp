// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// Standard output has a buffer of another stream, which is for one thread at a time.
#include <iostream>
#include <sstream>
#include <thread>

static std::ostringstream text;
static std::streambuf* const before = std::cout.rdbuf(text.rdbuf());

int main() {
  std::thread t([] { std::cout << 1; });
#ifdef FIXED
  t.join();
  std::cout << 2;
#else
  std::cout << 2;
  t.join();
#endif
}

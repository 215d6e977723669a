// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// Standard streams may be written by several threads, but not be told whether they failed.
#include <iostream>
#include <thread>

static volatile bool seen;

int main() {
  std::thread t([] { std::cout.clear(); });
#ifdef FIXED
  t.join();
  seen = std::cout.good();
#else
  seen = std::cout.good();
  t.join();
#endif
}

// expect: bug data_race
// fixed: verified 1
// count: Nobody can see the order in which threads write to standard error: one trace.
// Threads may write to std::cerr at once, but not while one of them changes its format.
#include <iostream>
#include <thread>

int main() {
  std::thread t([] { std::cerr << 1; });
#ifndef FIXED
  std::cerr.width(3);
#endif
  std::cerr << 2;
  t.join();
}

// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The precision of standard output is set in the library, if nothing is inlined.
#include <iomanip>
#include <iostream>
#include <thread>

static volatile long precision;

int main() {
  std::thread t([] { std::cout << std::setprecision(3); });
#ifdef FIXED
  t.join();
  precision = std::cout.precision();
#else
  precision = std::cout.precision();
  t.join();
#endif
}

// expect: bug data_race
// fixed: verified 1
// assumes: random numbers are the same in every execution
// count: One thread is joined before the other begins: 1 trace.
// A std::random_device that threads share.
#include <random>
#include <thread>

int main() {
  std::random_device device;
  unsigned one = 0, two = 0;
  std::thread t([&] { one = device(); });
#ifdef FIXED
  t.join();
#endif
  std::thread u([&] { two = device(); });
  u.join();
#ifndef FIXED
  t.join();
#endif
  return one == two;
}

// expect: bug data_race
// fixed: verified 1
// count: Main only joins: one trace.
// Moving from a stream changes it.
#include <sstream>
#include <thread>

int main() {
  std::ostringstream from;
  std::thread t([&] { std::ostringstream to(std::move(from)); });
#ifdef FIXED
  t.join();
#endif
  from << 3;
#ifndef FIXED
  t.join();
#endif
}

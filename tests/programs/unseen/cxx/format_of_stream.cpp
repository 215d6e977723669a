// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A number is written as the flags of the stream say, which another thread sets.
#include <ios>
#include <sstream>
#include <thread>

static std::ostringstream out;

int main() {
  std::thread t([] { out << 17; });
#ifdef FIXED
  t.join();
  out.setf(std::ios::hex, std::ios::basefield);
#else
  out.setf(std::ios::hex, std::ios::basefield);
  t.join();
#endif
}

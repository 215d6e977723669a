// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// Bytes are read into an array.
#include <sstream>
#include <thread>

static std::istringstream in("abcdef");
static char bytes[4];
static volatile char seen;

int main() {
  std::thread t([] { in.read(bytes, 4); });
#ifdef FIXED
  t.join();
  seen = bytes[3];
#else
  seen = bytes[3];
  t.join();
#endif
}

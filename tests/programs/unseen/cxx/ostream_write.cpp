// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// What is written is read from memory.
#include <sstream>
#include <thread>

static std::ostringstream out;
static char bytes[4];

int main() {
  std::thread t([] { out.write(bytes, 4); });
#ifdef FIXED
  t.join();
  bytes[3] = 1;
#else
  bytes[3] = 1;
  t.join();
#endif
}

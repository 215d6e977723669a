// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A stream writes to the variable that it is given.
#include <sstream>
#include <thread>

static std::istringstream in("42");
static int number;
static volatile int seen;

int main() {
  std::thread t([] { in >> number; });
#ifdef FIXED
  t.join();
  seen = number;
#else
  seen = number;
  t.join();
#endif
}

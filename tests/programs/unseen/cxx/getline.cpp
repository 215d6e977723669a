// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A line is read into a string that another thread looks at.
#include <sstream>
#include <string>
#include <thread>

static std::istringstream in("a line");
static std::string line;
static volatile bool seen;

int main() {
  std::thread t([] { std::getline(in, line); });
#ifdef FIXED
  t.join();
  seen = line.empty();
#else
  seen = line.empty();
  t.join();
#endif
}

// expect: bug data_race
// message: data race on a
// fixed: verified 1
// count: each thread has a stream of its own: one trace.
// seekg() forgets that the end was met.
#include <sstream>
#include <thread>

static std::stringstream a("1 2"), b("3 4"), c("5 6");
static volatile long seen;

int main() {
  std::thread t([] { a.seekg(0); });
#ifdef FIXED
  seen = c.eof();
#else
  seen = a.eof();
#endif
  t.join();
}

// expect: bug data_race
// message: data race on a
// fixed: verified 1
// count: each thread has a stream of its own: one trace.
// copyfmt() is in the library, width() and fill() in the header.
#include <sstream>
#include <thread>

static std::stringstream a("1 2"), b("3 4"), c("5 6");
static volatile long seen;

int main() {
  std::thread t([] { a.copyfmt(b); });
#ifdef FIXED
  seen = c.width();
#else
  seen = a.width();
#endif
  t.join();
}

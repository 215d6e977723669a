// expect: bug data_race
// message: data race on a
// fixed: verified 1
// count: each thread has a stream of its own: one trace.
// get() counts what it got, and gcount() is a function of the header.
#include <sstream>
#include <thread>

static std::stringstream a("1 2"), b("3 4"), c("5 6");
static volatile long seen;

int main() {
  std::thread t([] { a.get(); });
#ifdef FIXED
  seen = c.gcount();
#else
  seen = a.gcount();
#endif
  t.join();
}

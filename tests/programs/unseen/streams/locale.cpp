// expect: bug data_race
// message: data race on a
// fixed: verified 1
// count: each thread has a stream of its own: one trace.
// imbue() is in the library, getloc() in the header.
#include <sstream>
#include <thread>

static std::stringstream a("1 2"), b("3 4"), c("5 6");
static volatile long seen;

int main() {
  std::thread t([] { a.imbue(std::locale::classic()); });
#ifdef FIXED
  seen = c.getloc() == std::locale::classic();
#else
  seen = a.getloc() == std::locale::classic();
#endif
  t.join();
}

// expect: bug data_race
// message: data race on a
// fixed: verified 1
// count: each thread has a stream of its own: one trace.
// A stream that is assigned to is changed in the library.
#include <sstream>
#include <thread>

static std::stringstream a("1 2"), b("3 4"), c("5 6");
static volatile long seen;

int main() {
  std::thread t([] { a = std::move(b); });
#ifdef FIXED
  seen = c.tie() == nullptr;
#else
  seen = a.tie() == nullptr;
#endif
  t.join();
}

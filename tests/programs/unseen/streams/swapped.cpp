// expect: bug data_race
// message: data race on a
// fixed: verified 1
// count: each thread has a stream of its own: one trace.
// The library exchanges what streams have in common; that one of them has failed is read by a function of the header.
#include <sstream>
#include <thread>

static std::stringstream a("1 2"), b("3 4"), c("5 6");
static volatile long seen;

int main() {
  std::thread t([] { a.swap(b); });
#ifdef FIXED
  seen = c.good();
#else
  seen = a.good();
#endif
  t.join();
}

// expect: bug data_race
// flags: -std=c++20 -O0
// fixed: verified 1
// count: The thread's locks are nobody else's, and main only joins it: one trace.
// What is written through another stream goes to the buffer that this one has in it, which str() reads.
#include <sstream>
#include <syncstream>
#include <thread>

static std::ostringstream out;

int main() {
  std::thread t([] { std::osyncstream(out) << "text"; });
#ifdef FIXED
  t.join();
  return out.str().size() == 4 ? 0 : 1;
#else
  size_t length = out.str().size();
  t.join();
  return length > 4 ? 1 : 0;
#endif
}

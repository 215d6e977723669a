// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The format of a stream is copied while another thread sets it.
#include <locale>
#include <sstream>
#include <thread>

static std::ostringstream from, to;

int main() {
  std::thread t([] { to.copyfmt(from); });
#ifdef FIXED
  t.join();
  from.imbue(std::locale::classic());
#else
  from.imbue(std::locale::classic());
  t.join();
#endif
}

// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The name of a locale is read from it.
#include <locale>
#include <string>
#include <thread>

static std::locale used;
static volatile std::size_t size;

int main() {
  std::thread t([] { size = used.name().size(); });
#ifdef FIXED
  t.join();
  used = std::locale(std::locale::classic(), new std::numpunct<char>);
#else
  used = std::locale(std::locale::classic(), new std::numpunct<char>);
  t.join();
#endif
}

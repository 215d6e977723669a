// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A facet of a locale changes letters, by a virtual function of the library's.
#include <locale>
#include <thread>

static char text[] = "text";
static volatile char seen;

int main() {
  std::thread t([] { std::use_facet<std::ctype<char>>(std::locale::classic()).toupper(text, text + 4); });
#ifdef FIXED
  t.join();
  seen = text[3];
#else
  seen = text[3];
  t.join();
#endif
}

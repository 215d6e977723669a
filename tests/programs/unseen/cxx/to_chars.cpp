// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A number is written to a text, in the library.
#include <charconv>
#include <thread>

static char text[32];
static volatile char seen;

int main() {
  std::thread t([] { std::to_chars(text, text + 32, 2.5); });
#ifdef FIXED
  t.join();
  seen = text[1];
#else
  seen = text[1];
  t.join();
#endif
}

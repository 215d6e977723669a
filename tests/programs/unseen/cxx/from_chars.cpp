// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A number is read from a text, in the library.
#include <charconv>
#include <thread>

static char text[] = "2.5";
static double number;
static volatile double seen;

int main() {
  std::thread t([] { std::from_chars(text, text + 3, number); });
#ifdef FIXED
  t.join();
  seen = number;
#else
  seen = number;
  t.join();
#endif
}

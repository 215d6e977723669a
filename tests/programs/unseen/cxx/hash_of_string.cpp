// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The text of a string is hashed in the library.
#include <functional>
#include <string>
#include <thread>

static std::string text = "a text that has a block of its own";
static volatile std::size_t hash;

int main() {
  std::thread t([] { hash = std::hash<std::string>()(text); });
#ifdef FIXED
  t.join();
  text[3] = 'x';
#else
  text[3] = 'x';
  t.join();
#endif
}

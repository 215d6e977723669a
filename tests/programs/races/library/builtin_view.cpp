// expect: bug data_race
// message: data race on text
// flags: -O2 -std=c++20
// std::string_view::copy is a __builtin_memcpy.
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <string_view>
#include <thread>

static char text[32];

int main() {
  std::thread copier([] { std::string_view("thirty-one characters and a zero").copy(text, 31); });
#ifdef FIXED
  copier.join();
  return text[3] != 'r';
#else
  char seen = text[3];
  copier.join();
  return seen != 0 && seen != 'r';
#endif
}

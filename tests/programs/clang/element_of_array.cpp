// expect: bug data_race
// flags: --compiler=clang-14 -O2
// message: data race on
// fixed: verified 1
// count: The threads share nothing that is visible: one trace.
// As part_of_variable.c: an element of an array, and a captured pair, of optimised code.
#include <thread>
#include <utility>

int main() {
  int numbers[4] = {};
  std::pair<int, int> pair;
  std::thread t([&] { numbers[2] = pair.second = 1; });
#ifdef FIXED
  t.join();
#endif
  pair.second++;
  numbers[2]++;
#ifndef FIXED
  t.join();
#endif
  return numbers[2] == 7;
}

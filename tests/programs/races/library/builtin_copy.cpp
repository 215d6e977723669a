// expect: bug data_race
// message: data race on numbers
// flags: -O2 -std=c++20
// std::copy of a few numbers is a __builtin_memmove, which gcc would do in place, after instrumentation.
// fixed: verified 2
// toy: mutex m
// toy: thread copier { lock m; unlock m }
// toy: thread main { lock m; unlock m }
#include <algorithm>
#include <mutex>
#include <thread>

static int numbers[8];
static std::mutex mutex;

static int copy_and_add() {
  int copy[8], sum = 0;
#ifdef FIXED
  std::lock_guard hold(mutex);
#endif
  std::copy(std::begin(numbers), std::end(numbers), copy);
  for (int number : copy) sum += number;
  return sum;
}

int main() {
  std::thread copier([] {
    if (copy_and_add() > 7) std::terminate();
  });
  {
#ifdef FIXED
    std::lock_guard hold(mutex);
#endif
    numbers[7] = 7;
  }
  copier.join();
}

// expect: bug data_race
// main returns and static objects are destroyed, while a thread still uses one of them.
// fixed: verified 1
// count: Only the thread has a step while both run, for main does nothing but wait for its end: 1 trace.
#include <atomic>
#include <thread>
#include <vector>

static std::vector<int> numbers{1, 2, 3};
static std::atomic<int> total;

int main() {
  std::thread reader([] {
    int sum = 0;
    for (int number : numbers) sum += number;
    total = sum;
  });
#ifdef FIXED
  reader.join();
#else
  reader.detach();
#endif
}

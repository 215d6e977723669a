// expect: bug data_race
// flags: -std=c++20
// An access through std::atomic_ref is atomic, one without it is not.
#include <atomic>
#include <thread>

static int x;

int main() {
  std::thread t([] { std::atomic_ref<int>(x).store(1); });
  int seen = x;
  t.join();
  return seen > 1;
}

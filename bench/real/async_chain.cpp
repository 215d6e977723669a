// Futures: A chains of B tasks, each of which waits for the one before, and counts itself.
#include <cassert>
#include <future>
#include <mutex>
#include <vector>

#ifndef A
#define A 1
#endif
#ifndef B
#define B 2
#endif

int main() {
  std::mutex mutex;
  int count = 0;
  std::vector<std::future<int>> ends;
  for (int a = 0; a < A; a++) {
    std::future<int> last = std::async(std::launch::async, [] { return 0; });
    for (int b = 0; b < B; b++)
      last = std::async(std::launch::async, [&, before = std::move(last)]() mutable {
        int value = before.get() + 1;
        std::lock_guard lock(mutex);
        count++;
        return value;
      });
    ends.push_back(std::move(last));
  }
  for (std::future<int>& end : ends) assert(end.get() == B);
  assert(count == A * B);
}

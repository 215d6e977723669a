// A readers and B writers of two fields that belong together, under a std::shared_mutex.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 1
#endif

int main() {
  std::shared_mutex mutex;
  int first = 0, second = 0;
  std::vector<std::thread> threads;
  for (int r = 0; r < A; r++)
    threads.emplace_back([&] {
      for (int k = 0; k < 2; k++) {
        std::shared_lock lock(mutex);
        assert(first == second);
      }
    });
  for (int w = 0; w < B; w++)
    threads.emplace_back([&] {
      for (int k = 0; k < 2; k++) {
        std::unique_lock lock(mutex);
        first++;
        second++;
      }
    });
  for (std::thread& thread : threads) thread.join();
  assert(first == 2 * B);
}

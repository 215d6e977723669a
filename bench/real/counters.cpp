// A threads count B times each under a mutex.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef A
#define A 3
#endif
#ifndef B
#define B 2
#endif

int main() {
  std::mutex mutex;
  int count = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < A; t++)
    threads.emplace_back([&] {
      for (int k = 0; k < B; k++) {
        std::lock_guard lock(mutex);
        count++;
      }
    });
  for (std::thread& thread : threads) thread.join();
  assert(count == A * B);
}

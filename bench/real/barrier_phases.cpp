// A threads in B phases between barriers: each adds to what the phase before left.
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 2
#endif

int main() {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, nullptr, A);
  std::atomic<int> sums[B] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < A; t++)
    threads.emplace_back([&] {
      for (int phase = 0; phase < B; phase++) {
        sums[phase] += 1;
        pthread_barrier_wait(&barrier);
        assert(sums[phase] == A);
      }
    });
  for (std::thread& thread : threads) thread.join();
  pthread_barrier_destroy(&barrier);
}

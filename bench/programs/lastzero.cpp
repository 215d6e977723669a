// lastzero(N) in C++: one thread looks for the last zero of an array that N others fill.
// 2^(N-2)*(N+3) traces: 5 -> 64, 10 -> 3328, 15 -> 147456, 20 -> 6029312.
#include <pthread.h>

#include <array>
#include <atomic>
#include <thread>

#ifndef N
#define N 10
#endif

static std::array<std::atomic<int>, N + 1> values;

int main() {
  std::thread([] {
    int i = N;
    while (values[i].load() != 0) --i;
  }).detach();
  for (int j = 1; j <= N; ++j) std::thread([j] { values[j].store(values[j - 1].load() + 1); }).detach();
  pthread_exit(nullptr);
}

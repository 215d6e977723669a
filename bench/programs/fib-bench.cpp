// fib-bench(N) in C++: two threads add i and j to each other N times, main compares both with a bound.
// Traces: 4 -> 19605, 5 -> 218243, 6 -> 2364418.
#undef NDEBUG
#include <pthread.h>

#include <atomic>
#include <cassert>
#include <thread>

#ifndef N
#define N 4
#endif

static std::atomic<int> i{1}, j{1};

static void add(std::atomic<int>& to, const std::atomic<int>& from) {
  for (int n = 0; n < N; ++n) {
    int a = to.load();
    int b = from.load();
    to.store(a + b);
  }
}

// The largest value that i or j can take: Fibonacci number 2(N + 1).
static int largest() {
  int bound = 1, previous = 0;
  for (int n = 0; n < 2 * N + 1; ++n) {
    int next = bound + previous;
    previous = bound;
    bound = next;
  }
  return bound;
}

int main() {
  const int bound = largest();
  std::thread([] { add(i, j); }).detach();
  std::thread([] { add(j, i); }).detach();
  assert(i.load() <= bound && j.load() <= bound);
  pthread_exit(nullptr);
}

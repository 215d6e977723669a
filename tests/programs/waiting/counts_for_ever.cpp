// expect: bug livelock
// A thread counts how often it has looked, in two numbers of a struct, and nobody ever stops it.
// fixed: verified 3
// count: It looks after main, or before. The order is relaxed, so one round is kept: its next look may be the one that
// sees it, or come before as well, and then it waits. 3 traces.
// Somebody does.
#include <atomic>
#include <thread>

struct Statistics {
  std::atomic<long> looks = 0, bytes = 0;
};
Statistics statistics;
std::atomic<bool> stop;

void count() {
  statistics.looks.fetch_add(1, std::memory_order_relaxed);
  statistics.bytes.fetch_add(64, std::memory_order_relaxed);
}

int main() {
  std::thread worker([] {
    while (!stop) count();
  });
#ifdef FIXED
  stop = true;
#endif
  worker.join();
}

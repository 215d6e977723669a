// expect: bug assertion
// A thread counts how often it has looked. This one counts its rounds, and gives up.
// fixed: incomplete the loop at
// Whether the number of looks makes a difference some day nobody knows: it is bounded, and that is said.
#include <atomic>
#include <cassert>
#include <thread>

struct Statistics {
  std::atomic<long> looks = 0;
};

int main() {
  std::atomic<bool> stop = false;
  Statistics statistics;
  std::thread worker([&] {
#ifndef FIXED
    int rounds = 0;
    while (!stop) {
      statistics.looks++;
      assert(++rounds < 50);
    }
#else
    while (!stop) statistics.looks.fetch_add(1, std::memory_order_relaxed);
#endif
  });
  stop = true;
  worker.join();
}

// expect: bug assertion
// A thread counts how often it has looked. This one counts its rounds, and gives up.
// fixed: verified 3
// count: It looks after main, or before. The order is relaxed, so one round is kept: its next look may be the one that
// sees it, or come before as well, and then it waits. 3 traces.
// Nobody reads how often it has looked: it only waits.
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

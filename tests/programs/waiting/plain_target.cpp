// expect: bug data_race
// A loop that waits, and reads in each round what it waits for: plain memory. Here somebody else changes that.
// fixed: verified 3
// count: The store comes before the first load, before the second, or later: then the thread waits. 3 traces.
#include <atomic>
#include <thread>

struct Gate {
  std::atomic<int> level = 0;
  int target = 2;
};

int main() {
  Gate gate;
  std::thread waiter([&] {
    while (gate.level.load() != gate.target) {
    }
  });
  std::thread opener([&] {
#ifndef FIXED
    gate.target = 2;
#endif
    gate.level = 2;
  });
  waiter.join();
  opener.join();
}

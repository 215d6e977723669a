// expect: bug assertion
// A thread looks at a flag, and at the clock. This one gives up after an hour.
// fixed: verified 3
// count: As in clock.c. 3 traces.
// The same without the counter: it only waits.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using Clock = std::chrono::steady_clock;

std::atomic<bool> stop;

int main() {
  std::thread worker([] {
#ifndef FIXED
    int rounds = 0;
    const Clock::time_point deadline = Clock::now() + std::chrono::hours(1);
    while (!stop) {
      rounds = Clock::now() > deadline;
      assert(!rounds);
    }
#else
    Clock::time_point last = Clock::now();
    while (!stop) last = Clock::now();
    (void)last;
#endif
  });
  stop = true;
  worker.join();
}

// expect: bug assertion
// A thread waits for longer and longer, up to a limit. This one counts its rounds, and gives up.
// fixed: verified 9
// count: It waits for 1, 2, 4, ... 64, and once more: main comes before one of these eight rounds, or after them all:
// then it waits. 9 traces.
// The same without the counter: it only waits.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> stop;
volatile int sink;

void pause_for(int rounds) {
  for (int k = 0; k < rounds; k++) sink = 0;
}

int main() {
  std::thread worker([] {
#ifndef FIXED
    int rounds = 0;
    for (int wait = 1; !stop; wait = std::min(2 * wait, 64)) {
      pause_for(wait);
      assert(++rounds < 50);
    }
#else
    for (int wait = 1; !stop; wait = std::min(2 * wait, 64)) pause_for(wait);
#endif
  });
  stop = true;
  worker.join();
}

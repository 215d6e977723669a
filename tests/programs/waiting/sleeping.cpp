// expect: bug assertion
// A thread sleeps until it is stopped. This one counts its rounds, and gives up.
// fixed: verified 3
// count: It looks after main, or before. In the second case its next round may be the one that sees it, or come
// before as well: then it waits. (In the first round its stack was not the same.) 3 traces.
// The same without the counter: it only waits.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;

std::atomic<bool> stop;

int main() {
  std::thread worker([] {
#ifndef FIXED
    int rounds = 0;
    while (!stop) {
      std::this_thread::sleep_for(1ms);
      std::this_thread::yield();
      assert(++rounds < 50);
    }
#else
    while (!stop) {
      std::this_thread::sleep_for(1ms);
      std::this_thread::yield();
    }
#endif
  });
  stop = true;
  worker.join();
}

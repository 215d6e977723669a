// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. The destructor of what it counts in asks for that.
#include <atomic>
#include <cassert>
#include <thread>

struct Statistics {
  std::atomic<int> looks = 0;
  ~Statistics() { assert(looks < 3); }
};

static Statistics statistics;

int main() {
  std::atomic<bool> stop = false;
  std::thread worker([&] {
    while (!stop) ++statistics.looks;
  });
  stop = true;
  worker.join();
}

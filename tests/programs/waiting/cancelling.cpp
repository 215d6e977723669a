// expect: bug assertion
// A thread says that it looks, and that it does not any more. This one counts its rounds, and gives up.
// fixed: verified 3
// count: As in cancelling.c. 3 traces.
// The same without the counter: it only waits.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<bool> stop;
std::atomic<int> looks;
int depth;

int main() {
  std::thread worker([] {
#ifndef FIXED
    int rounds = 0;
    while (!stop) {
      ++looks;
      ++depth;
      assert(++rounds < 50);
      --depth;
      --looks;
    }
#else
    while (!stop) {
      ++looks;
      ++depth;
      --depth;
      --looks;
    }
#endif
  });
  stop = true;
  worker.join();
}

// expect: bug assertion
// A thread goes round through slots until there is something in one of them. This one gives up.
// fixed: verified 2
// count: The exchanges of the second slot come after the store or before it. In the second case the thread goes round
// until all is as it was, and waits. 2 traces.
// The same without the counter: it only waits.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

std::array<std::atomic<int>, 3> slots;

int main() {
  std::thread worker([] {
#ifndef FIXED
    int rounds = 0;
    for (size_t k = 0; slots[k].exchange(0) == 0; k = (k + 1) % slots.size()) assert(++rounds < 50);
#else
    for (size_t k = 0; slots[k].exchange(0) == 0;) k = (k + 1) % slots.size();
#endif
  });
  slots[1] = 1;
  worker.join();
}

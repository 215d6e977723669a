// expect: verified 4
// toy: # Who fails finds the value that the other one left.
// toy: var x = 1
// toy: thread t[2] {
// toy:   r = x
// toy:   done = cas x, r, r * (3 + 2 * me)
// toy:   if !done { r = 5 - 2 * me; done = cas x, r, 15 }
// toy: }
// The usual loop around a weak compare-and-swap ends.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x{1};

void multiply(int by) {
  int seen = x.load();
  while (!x.compare_exchange_weak(seen, seen * by, std::memory_order_acq_rel, std::memory_order_relaxed)) {
  }
}

int main() {
  std::thread a(multiply, 3), b(multiply, 5);
  a.join();
  b.join();
  assert(x == 15);
}

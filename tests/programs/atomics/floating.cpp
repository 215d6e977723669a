// expect: verified 4
// flags: -std=c++20
// toy: # In quarters. Who fails finds the value that the other one left.
// toy: var x = 2
// toy: thread t[2] {
// toy:   r = x
// toy:   done = cas x, r, r + 5 + 4 * me
// toy:   if !done { r = 11 - 4 * me; done = cas x, r, 16 }
// toy: }
// Atomic floating point numbers add in a loop around compare-and-swap.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<double> x{0.5};

int main() {
  std::thread a([] { x.fetch_add(1.25); });
  std::thread b([] { x.fetch_add(2.25); });
  a.join();
  b.join();
  assert(x == 4.0);
}

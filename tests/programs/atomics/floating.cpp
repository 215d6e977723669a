// expect: verified
// flags: -std=c++20
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

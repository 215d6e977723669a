// expect: verified
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

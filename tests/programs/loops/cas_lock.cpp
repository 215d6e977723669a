// expect: verified
// A lock by compare-exchange with a pause in the loop.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> lock, inside;

static void work() {
  int expected = 0;
  while (!lock.compare_exchange_weak(expected, 1)) {
    expected = 0;
    __builtin_ia32_pause();
  }
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  lock.store(0);
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}

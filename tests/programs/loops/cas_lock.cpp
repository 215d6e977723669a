// expect: verified 6
// toy: # Who finds it locked LOOKS times is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var word, inside
// toy: thread t[2] {
// toy:   n = 0
// toy:   r = cas word, 0, 1
// toy:   while !r { n = n + 1; if n == LOOKS { await word == 99 }; r = cas word, 0, 1 }
// toy:   r = fetch_add inside, 1
// toy:   r = fetch_add inside, -1
// toy:   word = 0
// toy: }
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

// expect: bug assertion
// A mutex taken by trying again and again, with a pause in between. This one gives up after fifty tries.
// fixed: verified 6
// toy: # Who finds it locked LOOKS times is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: mutex m
// toy: var inside, never
// toy: thread t[2] {
// toy:   n = 0
// toy:   r = trylock m
// toy:   while !r { n = n + 1; if n == LOOKS { await never == 99 }; r = trylock m }
// toy:   r = fetch_add inside, 1
// toy:   r = fetch_add inside, -1
// toy:   unlock m
// toy: }
// The same without the counter: it only waits.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex m;
std::atomic<int> inside;

void work() {
#ifndef FIXED
  int tries = 0;
  while (!m.try_lock()) {
    assert(++tries < 50);
    std::this_thread::yield();
  }
#else
  while (!m.try_lock()) std::this_thread::yield();
#endif
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  m.unlock();
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}

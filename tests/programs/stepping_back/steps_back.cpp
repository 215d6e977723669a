// expect: bug assertion
// A thread that has one mutex tries to get another one, and steps back if it cannot. Here it counts how often.
// fixed: verified 4
// toy: # Whose try fails LOOKS times is known to wait; how many depends on the compiler.
// toy: const LOOKS = 1
// toy: mutex a, b
// toy: var never
// toy: thread main { lock a; lock b; unlock b; unlock a }
// toy: thread worker {
// toy:   n = 0
// toy:   lock b
// toy:   r = trylock a
// toy:   while !r { unlock b; n = n + 1; if n == LOOKS { await never == 99 }; lock b; r = trylock a }
// toy:   unlock a
// toy:   unlock b
// toy: }
// The same without the counter: it only waits.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;

static void lock_both() {
#ifndef FIXED
  int rounds = 0;
#endif
  for (;;) {
    b.lock();
    if (a.try_lock()) return;
    b.unlock();
#ifndef FIXED
    assert(++rounds < 3);
#endif
  }
}

int main() {
  std::thread worker([] {
    lock_both();
    a.unlock();
    b.unlock();
  });
  a.lock();
  b.lock();
  b.unlock();
  a.unlock();
  worker.join();
}

// expect: bug assertion
// Two threads lock two mutexes in opposite orders, try the second and step back. Here they count how often.
// fixed: verified
// uncounted: How many rounds differ depends on the version of the compiler, by what it keeps on the stack.
// The same without the counter: they only wait for each other.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;

static void lock_both(std::mutex& first, std::mutex& second) {
#ifndef FIXED
  int rounds = 0;
#endif
  for (;;) {
    first.lock();
    if (second.try_lock()) return;
    first.unlock();
#ifndef FIXED
    assert(++rounds < 3);
#endif
  }
}

int main() {
  std::thread other([] {
    lock_both(b, a);
    a.unlock();
    b.unlock();
  });
  lock_both(a, b);
  b.unlock();
  a.unlock();
  other.join();
}

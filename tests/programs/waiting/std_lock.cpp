// expect: verified
// uncounted: The steps of std::lock are those of the version of libstdc++.
// Two mutexes by std::lock, in both orders; a third thread takes one of them alone.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int both;

int main() {
  std::thread other([] {
    std::lock(a, b);
    std::lock_guard hold_a(a, std::adopt_lock), hold_b(b, std::adopt_lock);
    both++;
  });
  std::thread third([] { std::lock_guard hold(a); });
  std::lock(b, a);
  both++;
  a.unlock();
  b.unlock();
  other.join();
  third.join();
  assert(both == 2);
}

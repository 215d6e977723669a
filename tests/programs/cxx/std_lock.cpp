// expect: verified 2
// toy: mutex a, b
// toy: thread t[2] { lock a; r = trylock b; assert r; unlock b; unlock a }
// std::lock and std::adopt_lock, both threads in the same order.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int count;

void add() {
  std::lock(a, b);
  std::lock_guard hold_a(a, std::adopt_lock);
  std::lock_guard hold_b(b, std::adopt_lock);
  ++count;
}

int main() {
  std::thread s(add), t(add);
  s.join();
  t.join();
  assert(count == 2);
}

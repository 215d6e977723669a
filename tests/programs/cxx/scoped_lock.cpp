// expect: verified 3
// toy: mutex a, b
// toy: thread both { lock a; r = trylock b; if !r { unlock a; lock b; r = trylock a; assert r }; unlock b; unlock a }
// toy: thread one { lock b; unlock b }
// std::scoped_lock of two mutexes locks one and tries the other, which a third party may hold.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int count;

int main() {
  std::thread both([] {
    std::scoped_lock lock(a, b);
    ++count;
  });
  std::thread one([] {
    std::scoped_lock lock(b);
    ++count;
  });
  both.join();
  one.join();
  assert(count == 2);
}

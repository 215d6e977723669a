// expect: bug deadlock
// flags: -std=c++20
// A bug of libstdc++ 12 itself: acquire() loads the count and then looks whether it can take one. If the count was
// positive first and zero then, it waits for a change from the old value; meanwhile the count may be that again, and is
// for ever.
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

using namespace std::chrono_literals;
static std::binary_semaphore semaphore(1);
static int inside;

int main() {
  auto run = [] {
    semaphore.acquire();
    assert(++inside == 1);
    --inside;
    semaphore.release();
  };
  std::thread a(run);
  if (semaphore.try_acquire()) semaphore.release();
  a.join();
  assert(semaphore.try_acquire_for(1ms));
  assert(!semaphore.try_acquire_for(1ms));
}

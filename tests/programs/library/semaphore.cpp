// expect: verified 12
// flags: -std=c++20
// toy: # As in timed_semaphore.cpp.
// toy: var s, q = 9
// toy: thread t { r = fetch_add s, 1; r = cas q, 0, 9 }
// toy: thread main {
// toy:   r = s
// toy:   r = s
// toy:   if r == 0 {
// toy:     copy s, q
// toy:     late = cas q, 0, 9
// toy:     r = s
// toy:     if late {
// toy:       r = s
// toy:       if r == 0 { r = s; r = s; if r == 0 { copy s, q; await q != 0; r = s } }
// toy:     }
// toy:   }
// toy:   r = cas s, 1, 0
// toy: }
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

using namespace std::chrono_literals;
static std::counting_semaphore<2> items(0);

int main() {
  std::thread a([] { items.release(); });
  bool taken = items.try_acquire_for(1ms);
  if (!taken) items.acquire();
  a.join();
  assert(!items.try_acquire_for(1ms));
}

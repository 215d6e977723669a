// expect: verified 12
// flags: -std=c++20
// toy: # q is what the one that waits for the futex has seen; if 0, until it is woken or the time is up.
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
// toy:   join t
// toy: }
#include <chrono>
#include <semaphore>
#include <thread>

static std::counting_semaphore<2> s{0};

int main() {
  std::thread t([] { s.release(); });
  if (!s.try_acquire_for(std::chrono::seconds(1))) s.acquire();
  t.join();
}

// expect: verified 48
// flags: -std=c++20
// toy: # waiting counts those in wait(). q is what the one that waits for the futex has seen; if 1, until it is woken.
// toy: var count = 2, waiting, q
// toy: thread t[2] {
// toy:   r = fetch_add count, -1
// toy:   if r == 1 { r = waiting; if r { r = cas q, 1, 0 } }
// toy:   r = fetch_add waiting, 1
// toy:   r = count
// toy:   r = count
// toy:   if r == 1 { copy count, q; await q != 1; r = count }
// toy:   r = fetch_add waiting, -1
// toy: }
#include <cassert>
#include <latch>
#include <thread>

static int written[2];

int main() {
  std::latch latch(2);
  auto run = [&](int me) {
    written[me] = 1;
    latch.arrive_and_wait();
    assert(written[1 - me] == 1);
  };
  std::thread a(run, 0);
  run(1);
  a.join();
}

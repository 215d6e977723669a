// expect: verified 48
// flags: -std=c++20
// toy: # As in latch.cpp, with a futex on a count of notifications. Only the first to arrive can wait.
// toy: var phase, ticket, adjustment, waiting, notified, q = 9
// toy: thread t[2] {
// toy:   r = phase
// toy:   r = cas ticket, 0, 1
// toy:   if !r {
// toy:     r = cas ticket, 1, 2; r = adjustment; adjustment = 0; phase = 2
// toy:     r = fetch_add notified, 1; r = waiting; if r { r = cas q, 0, 9 }
// toy:   }
// toy:   r = fetch_add waiting, 1
// toy:   r = notified
// toy:   r = phase
// toy:   if r == 0 { copy notified, q; await q != 0; r = phase }
// toy:   r = fetch_add waiting, -1
// toy: }
#include <barrier>
#include <cassert>
#include <thread>

static int written[2];
static int completed;

int main() {
  std::barrier barrier(2, []() noexcept { ++completed; });
  auto run = [&](int me) {
    written[me] = 1;
    barrier.arrive_and_wait();
    assert(written[1 - me] == 1 && completed == 1);
  };
  std::thread a(run, 0);
  run(1);
  a.join();
}

// expect: verified 7
// flags: -std=c++20
// toy: # waiting counts those in wait(). q is what the one that waits for the futex has seen; if 0, until it is woken.
// toy: var x, waiting, q = 9
// toy: thread a { x = 1; r = waiting; if r { r = cas q, 0, 9 } }
// toy: thread main {
// toy:   r = fetch_add waiting, 1
// toy:   r = x
// toy:   if r == 0 { copy x, q; await q != 0; r = x }
// toy:   r = fetch_add waiting, -1
// toy:   join a
// toy: }
#include <atomic>
#include <thread>

std::atomic<int> x;

int main() {
  std::thread a([] {
    x = 1;
    x.notify_one();
  });
  x.wait(0);
  a.join();
}

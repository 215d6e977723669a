// expect: verified 30
// toy: # Who looks too early waits for ever.
// toy: var next_ticket, serving, inside
// toy: thread t[3] {
// toy:   mine = fetch_add next_ticket, 1
// toy:   r = serving
// toy:   if r != mine { await serving == 99 }
// toy:   r = fetch_add inside, 1
// toy:   r = fetch_add inside, -1
// toy:   r = fetch_add serving, 1
// toy: }
// Threads wait for their number.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> next_ticket, serving, inside;

static void work() {
  int mine = next_ticket.fetch_add(1);
  while (serving.load() != mine) std::this_thread::yield();
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  serving.fetch_add(1);
}

int main() {
  std::thread a(work), b(work), c(work);
  a.join();
  b.join();
  c.join();
}

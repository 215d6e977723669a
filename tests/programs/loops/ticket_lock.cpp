// expect: verified
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

// expect: verified 30
// toy: mutex m
// toy: cond c
// toy: var items
// toy: thread consumer[2] {
// toy:   lock m
// toy:   r = items
// toy:   while r == 0 { wait c, m; r = items }
// toy:   items = r - 1
// toy:   unlock m
// toy: }
// toy: thread main { repeat 2 { lock m; r = items; items = r + 1; signal c; unlock m } }
// std::condition_variable: two consumers, two items, as in cond/stolen_wakeup_fixed.c.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable more;
  int items = 0;
  auto consume = [&] {
    std::unique_lock lock(mutex);
    more.wait(lock, [&] { return items > 0; });
    --items;
  };
  std::thread a(consume), b(consume);
  for (int n = 0; n < 2; ++n) {
    std::lock_guard lock(mutex);
    ++items;
    more.notify_one();
  }
  a.join();
  b.join();
  assert(items == 0);
}

// expect: verified 420
// toy: # d is libstdc++'s word: odd when ready, 2 or more if somebody waits. The queue of the futex is under a lock.
// toy: var d, references = 2, in[2]
// toy: mutex queue
// toy: sem woken[2]
// toy: thread a {
// toy:   r = exchange d, 1
// toy:   if r >= 2 { lock queue; for n = 0 to 1 { r = in[n]; if r { release woken[n] } }; unlock queue }
// toy:   r = references
// toy:   r = fetch_add references, -1
// toy: }
// toy: thread b {
// toy:   r = d
// toy:   if r % 2 == 0 {
// toy:     r = fetch_add d, 2
// toy:     lock queue; r = d; if r % 2 == 0 { in[1] = 1 }; unlock queue
// toy:     if r % 2 == 0 { acquire woken[1] }
// toy:     r = d
// toy:   }
// toy:   r = fetch_add references, -1
// toy: }
// toy: thread main {
// toy:   spawn a
// toy:   r = fetch_add references, 1
// toy:   spawn b
// toy:   r = d
// toy:   if r % 2 == 0 {
// toy:     r = fetch_add d, 2
// toy:     lock queue; r = d; if r % 2 == 0 { in[0] = 1 }; unlock queue
// toy:     if r % 2 == 0 { acquire woken[0] }
// toy:     r = d
// toy:   }
// toy:   join a
// toy:   join b
// toy: }
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::packaged_task<int(int)> task([](int n) { return n * n; });
  std::shared_future<int> result = task.get_future().share();
  std::thread a(std::move(task), 7);
  std::thread b([result] { assert(result.get() == 49); });
  assert(result.get() == 49);
  a.join();
  b.join();
}

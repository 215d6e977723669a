// expect: verified 2
// toy: rwlock w
// toy: mutex m  # of the condition variable
// toy: cond c
// toy: var ready
// toy: thread a {
// toy:   rdlock w
// toy:   r = ready
// toy:   while !r { lock m; rdunlock w; wait c, m; unlock m; rdlock w; r = ready }
// toy:   rdunlock w
// toy: }
// toy: thread main {
// toy:   wrlock w
// toy:   ready = 1
// toy:   wrunlock w
// toy:   lock m; broadcast c; unlock m
// toy:   join a
// toy: }
#include <cassert>
#include <condition_variable>
#include <shared_mutex>
#include <thread>

static std::shared_mutex mutex;
static std::condition_variable_any condition;
static bool ready;

int main() {
  std::thread a([] {
    std::shared_lock lock(mutex);
    condition.wait(lock, [] { return ready; });
    assert(ready);
  });
  {
    std::lock_guard lock(mutex);
    ready = true;
  }
  condition.notify_all();
  a.join();
}

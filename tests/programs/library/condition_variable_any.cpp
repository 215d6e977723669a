// expect: verified 3
// toy: # The thread locks a mutex while it holds the read lock: waiting writers are counted, and may keep it out.
// toy: rwlock w
// toy: mutex m  # of the condition variable
// toy: cond c
// toy: var writers, ready
// toy: thread a {
// toy:   await writers == 0
// toy:   rdlock w
// toy:   r = ready
// toy:   while !r { lock m; rdunlock w; wait c, m; unlock m; await writers == 0; rdlock w; r = ready }
// toy:   rdunlock w
// toy: }
// toy: thread main {
// toy:   r = fetch_add writers, 1; wrlock w; r = fetch_add writers, -1
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

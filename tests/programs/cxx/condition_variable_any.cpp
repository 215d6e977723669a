// expect: verified 2
// toy: # inner: the mutex that a condition variable for any lock has itself.
// toy: mutex m, inner
// toy: cond c
// toy: var ready
// toy: thread a {
// toy:   lock m
// toy:   r = ready
// toy:   while r == 0 { lock inner; unlock m; wait c, inner; unlock inner; lock m; r = ready }
// toy:   unlock m
// toy: }
// toy: thread main { lock m; ready = 1; unlock m; lock inner; broadcast c; unlock inner }
// std::condition_variable_any waits with any lock.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::recursive_mutex mutex;
  std::condition_variable_any more;
  bool ready = false;
  std::thread a([&] {
    std::unique_lock lock(mutex);
    while (!ready) more.wait(lock);
  });
  {
    std::lock_guard lock(mutex);
    ready = true;
  }
  more.notify_all();
  a.join();
}

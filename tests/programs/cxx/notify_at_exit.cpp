// expect: verified 2
// toy: mutex m
// toy: cond c
// toy: var done
// toy: thread a { lock m; done = 1; unlock m; broadcast c }
// toy: thread main { lock m; r = done; while r == 0 { wait c, m; r = done }; unlock m }
// std::notify_all_at_thread_exit unlocks and notifies after the thread's last destructor.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::condition_variable over;
  bool done = false;
  std::thread a([&] {
    std::unique_lock lock(mutex);
    done = true;
    std::notify_all_at_thread_exit(over, std::move(lock));
  });
  {
    std::unique_lock lock(mutex);
    over.wait(lock, [&] { return done; });
  }
  a.join();
}

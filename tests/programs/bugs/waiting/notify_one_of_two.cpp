// expect: bug deadlock
// notify_one where all must go on: one of two waiters is left behind.
// fixed: verified 10
// toy: mutex m
// toy: cond c
// toy: var is_open
// toy: thread pass[2] { lock m; r = is_open; while r == 0 { wait c, m; r = is_open }; unlock m }
// toy: thread main { lock m; is_open = 1; unlock m; broadcast c }
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::condition_variable opened;
static bool is_open;

static void pass() {
  std::unique_lock lock(mutex);
  opened.wait(lock, [] { return is_open; });
}

int main() {
  std::thread first(pass), second(pass);
  {
    std::lock_guard lock(mutex);
    is_open = true;
  }
#ifdef FIXED
  opened.notify_all();
#else
  opened.notify_one();
#endif
  first.join();
  second.join();
}

// expect: bug use_after_free
// message: of a function that has returned
// fixed: verified
// uncounted: a queue with a condition variable; the C version of it is waiting/pool_shutdown.c
// A task refers to a variable of the function that has queued it, and runs when that has returned.
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex m;
static std::condition_variable changed;
static std::vector<std::function<void()>> tasks;
static bool stopped = false;

static void work() {
  for (;;) {
    std::unique_lock hold(m);
    changed.wait(hold, [] { return stopped || !tasks.empty(); });
    if (tasks.empty()) return;
    const auto task = std::move(tasks.back());
    tasks.pop_back();
    hold.unlock();
    task();
  }
}

static void submit() {
#ifdef FIXED
  auto done = std::make_shared<int>(0);
  auto task = [done] { ++*done; };
#else
  int done = 0;
  auto task = [&done] { ++done; };
#endif
  std::lock_guard hold(m);
  tasks.push_back(task);
  changed.notify_one();
}

int main() {
  std::thread worker(work);
  submit();
  {
    std::lock_guard hold(m);
    stopped = true;
    changed.notify_one();
  }
  worker.join();
}

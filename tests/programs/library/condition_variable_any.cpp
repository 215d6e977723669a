// expect: verified 2
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

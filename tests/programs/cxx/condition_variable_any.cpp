// expect: verified
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

// expect: verified 3
// toy: mutex m
// toy: thread a { lock m; unlock m }
// toy: thread b { r = trylock m; if r { unlock m } }
// std::mutex::try_lock before, during and after the other thread's critical section.
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  int count = 0;
  std::thread a([&] {
    std::lock_guard lock(mutex);
    ++count;
  });
  std::thread b([&] {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (lock) ++count;
  });
  a.join();
  b.join();
  assert(count == 1 || count == 2);
}

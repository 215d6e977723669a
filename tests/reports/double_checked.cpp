// Initialised on first use: the flag is set before the value.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
std::atomic<bool> ready = false;
std::atomic<int> limit = 0;

int get() {
  if (!ready) {
    std::lock_guard hold(mutex);
    if (!ready) {
      ready = true;
      limit = 10;
    }
  }
  return limit;
}

int main() {
  std::thread other([] { get(); });
  assert(get() == 10);
  other.join();
}

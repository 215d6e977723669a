// Double-checked locking gone wrong: the pointer is published before the object behind it is filled, so that a thread
// which skips the lock can see an empty one. Filling it first and then storing the pointer would be right.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Settings {
  std::atomic<int> limit{0};
};

std::mutex mutex;
Settings storage;
std::atomic<Settings*> instance;

Settings& settings() {
  if (instance == nullptr) {
    std::lock_guard lock(mutex);
    if (instance == nullptr) {
      instance = &storage;
      storage.limit = 10;
    }
  }
  return *instance;
}

int main() {
  std::thread first([] { assert(settings().limit == 10); });
  std::thread second([] { assert(settings().limit == 10); });
  first.join();
  second.join();
}

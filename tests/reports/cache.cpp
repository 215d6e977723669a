// A cache that looks and fills in two critical sections: both threads find nothing, and both make the entry.
#include <cassert>
#include <mutex>
#include <thread>

struct Cache {
  std::mutex lock;
  bool filled = false;
  int made = 0;

  bool has() {
    std::lock_guard hold(lock);
    return filled;
  }
  void fill() {
    std::lock_guard hold(lock);
    filled = true;
    made++;
    assert(made == 1);
  }
  void get() {
    if (!has()) fill();
  }
};
Cache cache;

int main() {
  std::thread first([] { cache.get(); });
  std::thread second([] { cache.get(); });
  first.join();
  second.join();
}

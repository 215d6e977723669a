// expect: verified
// uncounted: the version of the C++ library decides how many steps its classes have
// Main waits until a detached thread has done with its variable, and returns. What runs at the exit uses the stack
// again, and lends it to a thread.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

struct Last {
  ~Last() {
    int number = 1, more[1000] = {};
    std::thread other([&] { number++, more[999]++; });
    other.join();
    assert(number == 2 && more[999] == 1);
  }
};

int main() {
  static Last last;
  std::mutex mutex;
  std::condition_variable changed;
  int number = 0;
  std::thread([&] {
    std::lock_guard guard(mutex);
    number = 1;
    changed.notify_one();
  }).detach();
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return number == 1; });
}

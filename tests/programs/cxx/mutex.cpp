// expect: verified 6
// toy: mutex m
// toy: thread t[3] { lock m; unlock m }
// std::mutex with lock_guard, unique_lock and by hand.
#include <cassert>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  int count = 0;
  std::thread a([&] {
    std::lock_guard<std::mutex> lock(mutex);
    ++count;
  });
  std::thread b([&] {
    std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
    lock.lock();
    ++count;
  });
  mutex.lock();
  ++count;
  mutex.unlock();
  a.join();
  b.join();
  assert(count == 3);
}

// A pool that sets its flag without the mutex: a worker that has just looked at it misses the notification.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

struct Pool {
  std::mutex mutex;
  std::condition_variable wake;
  std::atomic<bool> stopping = false;

  void work() {
    std::unique_lock hold(mutex);
    while (!stopping) wake.wait(hold);
  }
  void stop() {
    stopping = true;
    wake.notify_all();
  }
};

int main() {
  Pool pool;
  std::thread worker([&] { pool.work(); });
  pool.stop();
  worker.join();
}

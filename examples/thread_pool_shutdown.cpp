// A thread pool whose shutdown races with its workers: the stop sign is set and announced without the mutex. A worker
// that has just looked for it and is about to wait misses it, and shut_down waits for that worker for ever.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  }

  void submit(std::function<void()> task) {
    std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    wake_.notify_one();
  }

  void shut_down() {
    stopping_ = true;  // wrong: should be done with mutex_ locked
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

 private:
  void work() {
    while (true) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  std::atomic<bool> stopping_ = false;
};

int main() {
  int done = 0;
  Pool pool(1);
  pool.submit([&] { ++done; });
  pool.shut_down();
  assert(done == 1);
}

// A thread pool: A workers take B tasks from a queue under one mutex; each task adds to a sum.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 3
#endif

class Pool {
 public:
  explicit Pool(int workers) {
    for (int k = 0; k < workers; k++) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  void post(std::function<void()> task) {
    {
      std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    changed_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stopped_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

int main() {
  std::atomic<int> sum = 0;
  {
    Pool pool(A);
    for (int k = 1; k <= B; k++) pool.post([&sum, k] { sum += k; });
  }
  assert(sum == B * (B + 1) / 2);
}

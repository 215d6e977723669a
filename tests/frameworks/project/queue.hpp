// A queue that loses a wake-up, and its repair.
#pragma once

#include <condition_variable>
#include <mutex>
#include <queue>

template <bool kRepaired>
class Queue {
 public:
  void push(int value) {
    std::lock_guard hold(mutex_);
    values_.push(value);
    if (kRepaired || values_.size() == 1) ready_.notify_one();
  }
  int pop() {
    std::unique_lock hold(mutex_);
    ready_.wait(hold, [&] { return !values_.empty(); });
    const int value = values_.front();
    values_.pop();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::queue<int> values_;
};

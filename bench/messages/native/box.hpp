// The mailbox that the programs here use: mazurka's, or with -DBY_HAND one as programs have it that do not know of it,
// a plain queue.
#pragma once

#include <condition_variable>
#include <deque>
#include <mazurka/mailbox.hpp>
#include <mutex>
#include <optional>

template <class T>
class PlainQueue {
 public:
  void send(T message) {
    std::lock_guard lock(mutex_);
    queue_.push_back(message);
    not_empty_.notify_one();
  }
  std::optional<T> receive() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return !queue_.empty() || closed_; });
    if (queue_.empty()) return std::nullopt;
    T message = queue_.front();
    queue_.pop_front();
    return message;
  }
  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    not_empty_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_empty_;
  std::deque<T> queue_;
  bool closed_ = false;
};

#ifdef BY_HAND
template <class T>
using Box = PlainQueue<T>;
#else
template <class T>
using Box = mazurka::mailbox<T>;
#endif

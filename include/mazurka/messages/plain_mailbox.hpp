// A mailbox in a program that is not checked: a mutex, two condition variables and a queue. Part of mailbox.hpp.
#ifndef MAZURKA_MESSAGES_PLAIN_MAILBOX_HPP
#define MAZURKA_MESSAGES_PLAIN_MAILBOX_HPP

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

#include "patience.hpp"

namespace mazurka {
namespace messages {

// Any thread may call any function.
template <class T>
class plain_mailbox {
 public:
  explicit plain_mailbox(std::size_t capacity) : capacity_(capacity) {}

  // False: it is closed, and the message is gone.
  bool send(T&& message) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (queue_.size() >= capacity_ && !closed_) {
      senders_++;
      not_full_.wait(lock);
      senders_--;
    }
    if (closed_) return false;
    queue_.push_back(std::move(message));
    // Whoever waits for certain messages may not want this one. Under the mutex: a receiver may destroy the mailbox as
    // soon as it has the message.
    if (choosy_ != 0)
      not_empty_.notify_all();
    else if (receivers_ != 0)
      not_empty_.notify_one();
    return true;
  }

  // The first message that `wanted` is true for; nothing if there is none and it is closed, or patience has come to its
  // end. A predicate that throws leaves the mailbox as it was.
  template <class Wanted>
  std::optional<T> receive(const Wanted& wanted, const patience& how_long) {
    using clock = std::chrono::steady_clock;
    const clock::time_point end = how_long.is_timed() ? clock::now() + how_long.duration() : clock::time_point();
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      for (std::size_t k = 0; k < queue_.size(); k++)
        if (wanted(std::as_const(queue_[k]))) return take(k);
      if (closed_ || (!how_long.is_endless() && clock::now() >= end)) return std::nullopt;
      constexpr bool choosy = !std::is_same_v<Wanted, any_message>;
      receivers_++;
      choosy_ += choosy;
      how_long.is_endless() ? not_empty_.wait(lock) : static_cast<void>(not_empty_.wait_until(lock, end));
      receivers_--;
      choosy_ -= choosy;
    }
  }

  void close() {
    std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    not_empty_.notify_all();
    not_full_.notify_all();
  }

  bool is_closed() {
    std::lock_guard<std::mutex> lock(mutex_);
    return closed_;
  }

 private:
  std::optional<T> take(std::size_t k) {
    std::optional<T> taken(std::move(queue_[k]));
    if (k == 0)
      queue_.pop_front();
    else
      queue_.erase(queue_.begin() + static_cast<std::ptrdiff_t>(k));
    if (senders_ != 0) not_full_.notify_one();
    return taken;
  }

  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable not_empty_, not_full_;
  std::deque<T> queue_;
  std::size_t receivers_ = 0;  // that wait
  std::size_t choosy_ = 0;     // of these, those that wait for certain messages
  std::size_t senders_ = 0;    // that wait
  bool closed_ = false;
};

}  // namespace messages
}  // namespace mazurka

#endif

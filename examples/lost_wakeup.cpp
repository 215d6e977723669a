// A bounded queue with a lost wakeup: put wakes a consumer only if the queue was empty. If both consumers wait and two
// items come in a row, the second one wakes nobody, and a consumer waits for ever beside an item: a deadlock.
#include <condition_variable>
#include <mutex>
#include <thread>

class Queue {
 public:
  void put(int item) {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [this] { return count_ < kSize; });
    items_[count_++] = item;
    if (count_ == 1) not_empty_.notify_one();
  }

  int take() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return count_ > 0; });
    int item = items_[--count_];
    not_full_.notify_one();
    return item;
  }

 private:
  static constexpr int kSize = 2;
  std::mutex mutex_;
  std::condition_variable not_full_, not_empty_;
  int items_[kSize] = {};
  int count_ = 0;
};

int main() {
  Queue queue;
  std::thread first([&] { queue.take(); });
  std::thread second([&] { queue.take(); });
  queue.put(1);
  queue.put(2);
  first.join();
  second.join();
}

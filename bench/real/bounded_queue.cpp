// A bounded queue of room for two: A producers put B items each, as many consumers take them.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#ifndef A
#define A 1
#endif
#ifndef B
#define B 3
#endif

class Queue {
 public:
  void put(int item) {
    std::unique_lock lock(mutex_);
    not_full_.wait(lock, [this] { return items_.size() < 2; });
    items_.push_back(item);
    not_empty_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    not_empty_.wait(lock, [this] { return !items_.empty(); });
    int item = items_.front();
    items_.pop_front();
    not_full_.notify_one();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_full_, not_empty_;
  std::deque<int> items_;
};

int main() {
  Queue queue;
  int sums[A] = {};
  std::vector<std::thread> threads;
  for (int p = 0; p < A; p++)
    threads.emplace_back([&] {
      for (int k = 1; k <= B; k++) queue.put(k);
    });
  for (int c = 0; c < A; c++)
    threads.emplace_back([&, c] {
      for (int k = 0; k < B; k++) sums[c] += queue.take();
    });
  for (std::thread& thread : threads) thread.join();
  int sum = 0;
  for (int part : sums) sum += part;
  assert(sum == A * B * (B + 1) / 2);
}

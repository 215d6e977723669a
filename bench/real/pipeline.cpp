// A pipeline of A stages with a queue before each: B items go through all of them.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 2
#endif

class Queue {
 public:
  void put(int item) {
    {
      std::lock_guard lock(mutex_);
      items_.push_back(item);
    }
    changed_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !items_.empty(); });
    int item = items_.front();
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> items_;
};

int main() {
  Queue queues[A + 1];
  std::vector<std::thread> stages;
  for (int s = 0; s < A; s++)
    stages.emplace_back([&, s] {
      for (int k = 0; k < B; k++) queues[s + 1].put(queues[s].take() + 1);
    });
  for (int k = 0; k < B; k++) queues[0].put(k);
  for (int k = 0; k < B; k++) assert(queues[A].take() == k + A);
  for (std::thread& stage : stages) stage.join();
}

// A bounded queue whose put() tests for room with if: a thread that was woken may find the room taken again.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class Queue {
 public:
  void put(int value) {
    std::unique_lock hold(m_);
    if (count_ == kRoom) room_.wait(hold);
    assert(count_ < kRoom);
    values_[count_++] = value;
    filled_.notify_one();
  }
  int take() {
    std::unique_lock hold(m_);
    while (count_ == 0) filled_.wait(hold);
    int value = values_[--count_];
    room_.notify_one();
    return value;
  }

 private:
  static constexpr int kRoom = 1;
  std::mutex m_;
  std::condition_variable room_, filled_;
  int values_[kRoom] = {};
  int count_ = 0;
};

int main() {
  Queue queue;
  queue.put(1);
  std::thread first([&] { queue.put(2); });
  std::thread second([&] { queue.put(3); });
  for (int k = 0; k < 3; k++) queue.take();
  first.join();
  second.join();
}

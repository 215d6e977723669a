// expect: bug assertion
// package: libconcurrentqueue-dev
// message: value == last + 1
// The queue keeps the order of each producer, not that between producers: who relies on it has a bug.
#include <concurrentqueue/concurrentqueue.h>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(32);
  std::atomic<bool> has_first = false;
  std::thread second([&] {
    if (has_first) queue.enqueue(2);
  });
  queue.enqueue(1);
  has_first = true;
  second.join();
  for (int value = 0, last = 0; queue.try_dequeue(value); last = value) assert(value == last + 1);
}

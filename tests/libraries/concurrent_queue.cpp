// expect: verified
// package: libconcurrentqueue-dev
// moodycamel::ConcurrentQueue, a lock-free queue of 3,700 lines: two producers and a consumer. Nothing is lost or comes
// twice, and what one producer puts in comes out in its order.
#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(32);
  std::thread first([&] {
    queue.enqueue(1);
    queue.enqueue(2);
  });
  std::thread second([&] { queue.enqueue(10); });
  int sum = 0, last = 0, value = 0;
  auto take = [&] {
    if (!queue.try_dequeue(value)) return false;
    sum += value;
    if (value < 10) {
      assert(value == last + 1);
      last = value;
    }
    return true;
  };
  take();
  take();
  first.join();
  second.join();
  while (take()) {
  }
  assert(sum == 13);
}

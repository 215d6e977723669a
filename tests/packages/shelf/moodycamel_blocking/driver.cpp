#include <concurrentqueue/blockingconcurrentqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::BlockingConcurrentQueue<int> queue(32);
  std::thread first([&] { queue.enqueue(1); });
  std::thread second([&] { queue.enqueue(10); });
  int a = 0, b = 0;
  queue.wait_dequeue(a);
  queue.wait_dequeue(b);
  first.join();
  second.join();
  assert(a + b == 11);
}

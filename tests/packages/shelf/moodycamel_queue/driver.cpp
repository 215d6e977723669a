#include <concurrentqueue/concurrentqueue.h>

#include <cassert>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(32);
  std::thread first([&] { queue.enqueue(1); });
  std::thread second([&] { queue.enqueue(10); });
  int sum = 0, value = 0;
  if (queue.try_dequeue(value)) sum += value;
  first.join();
  second.join();
  while (queue.try_dequeue(value)) sum += value;
  assert(sum == 11);
}

#include <concurrentqueue/blockingconcurrentqueue.h>

#include <cassert>
#include <thread>

// One look instead of 10,000 before the consumer sleeps.
struct Traits : moodycamel::ConcurrentQueueDefaultTraits {
  static const int MAX_SEMA_SPINS = 1;
};

int main() {
  moodycamel::BlockingConcurrentQueue<int, Traits> queue(32);
  std::thread first([&] { queue.enqueue(1); });
  std::thread second([&] { queue.enqueue(10); });
  int a = 0, b = 0;
  queue.wait_dequeue(a);
  queue.wait_dequeue(b);
  first.join();
  second.join();
  assert(a + b == 11);
}

#include <atomic_queue/atomic_queue.h>

#include <cassert>
#include <thread>

int main() {
  atomic_queue::AtomicQueue<unsigned, 2> queue;
  std::thread producer([&] {
    queue.push(1);
    queue.push(2);
  });
  assert(queue.pop() == 1);
  assert(queue.pop() == 2);
  producer.join();
  assert(queue.was_empty());
}

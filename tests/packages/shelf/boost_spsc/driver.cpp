#include <boost/lockfree/spsc_queue.hpp>

#include <cassert>
#include <thread>

int main() {
  boost::lockfree::spsc_queue<int, boost::lockfree::capacity<1>> queue;
  std::thread producer([&] {
    for (int n = 1; n <= 2; n++)
      while (!queue.push(n)) {
      }
  });
  int value = 0;
  for (int n = 1; n <= 2; n++) {
    while (!queue.pop(value)) {
    }
    assert(value == n);
  }
  producer.join();
}

#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/stack.hpp>

#include <cassert>
#include <thread>

int main() {
  boost::lockfree::queue<int> queue(4);
  boost::lockfree::stack<int, boost::lockfree::capacity<4>> stack;
  int from_queue = 0, from_stack = 0, value = 0;
  std::thread other([&] {
    queue.push(1);
    stack.push(2);
  });
  if (stack.pop(value)) from_stack = value;
  if (queue.pop(value)) from_queue = value;
  assert(from_stack == 0 || from_queue == 1);
  other.join();
  if (queue.pop(value)) from_queue += value;
  if (stack.pop(value)) from_stack += value;
  assert(from_queue == 1 && from_stack == 2);
}

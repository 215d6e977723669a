// A lock-free stack whose push() stores the head that it has read: an element that was pushed in between is lost.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
};
std::atomic<Node*> head = nullptr;
Node one, two;

void push(Node* node) {
  node->next = head.load();
  head.store(node);
}

int main() {
  std::thread first(push, &one);
  std::thread second(push, &two);
  first.join();
  second.join();
  int count = 0;
  for (Node* node = head; node != nullptr; node = node->next) count++;
  assert(count == 2);
}

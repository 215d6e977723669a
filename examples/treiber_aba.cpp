// A Treiber stack with the ABA problem: pop compares the head with the node it saw, but that node may have been taken
// off and put back meanwhile, on top of another one. The pop then makes a node the head that somebody else owns.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  std::atomic<Node*> next{nullptr};
};

std::atomic<Node*> head;

void push(Node* node) {
  Node* top = head;
  do {
    node->next = top;
  } while (!head.compare_exchange_strong(top, node));
}

Node* pop() {
  Node* top = head;
  while (top != nullptr) {
    Node* next = top->next;
    if (head.compare_exchange_strong(top, next)) break;
  }
  return top;
}

int main() {
  Node a, b, c;
  push(&c);
  push(&b);
  push(&a);
  Node *mine = nullptr, *other = nullptr;
  std::thread popper([&] { mine = pop(); });
  std::thread recycler([&] {
    Node* node = pop();
    other = pop();
    if (node != nullptr) push(node);
  });
  popper.join();
  recycler.join();

  assert(mine != other);
  for (Node* node = head; node != nullptr; node = node->next) assert(node != mine && node != other);
}

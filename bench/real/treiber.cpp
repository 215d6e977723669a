// Treiber's stack: A threads push and pop B nodes each; nodes are not freed before the end.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

#ifndef A
#define A 2
#endif
#ifndef B
#define B 1
#endif

struct Node {
  int value = 0;
  Node* next = nullptr;
};
std::atomic<Node*> top = nullptr;

void push(Node* node) {
  node->next = top.load();
  while (!top.compare_exchange_strong(node->next, node)) {
  }
}
Node* pop() {
  Node* node = top.load();
  while (node != nullptr && !top.compare_exchange_strong(node, node->next)) {
  }
  return node;
}

int main() {
  Node nodes[A][B];
  int sums[A] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < A; t++)
    threads.emplace_back([&, t] {
      for (int k = 0; k < B; k++) {
        nodes[t][k].value = 1;
        push(&nodes[t][k]);
        if (Node* node = pop()) sums[t] += node->value;
      }
    });
  for (std::thread& thread : threads) thread.join();
  int sum = 0;
  for (int part : sums) sum += part;
  assert(sum == A * B);
}

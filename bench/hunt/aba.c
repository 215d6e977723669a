// depth 3: a stack without locks takes a node that was taken and put back in between for one that was never away.
#include <assert.h>
#include <stdatomic.h>

#include "noise.h"

struct node {
  int next;  // 0: none
  atomic_int taken;
};
static struct node nodes[4];
static atomic_int top;

static int pop(void) {
  for (;;) {
    int first = top;
    if (first == 0) return 0;
    int next = nodes[first].next;
    if (atomic_compare_exchange_strong(&top, &first, next)) {
      assert(atomic_fetch_add(&nodes[first].taken, 1) == 0);
      return first;
    }
  }
}
static void push(int node) {
  nodes[node].taken = 0;
  int first = top;
  do nodes[node].next = first;
  while (!atomic_compare_exchange_strong(&top, &first, node));
}

static void* slow(void* unused) {
  pop();
  pop();
  noise();
  return unused;
}
static void* quick(void* unused) {
  int one = pop();
  pop();
  if (one != 0) push(one);
  noise();
  return unused;
}

int main(void) {
  nodes[1].next = 2;
  nodes[2].next = 3;
  top = 1;
  void* (*const bodies[])(void*) = {slow, quick};
  run_all(bodies, 2, 3);
  return 0;
}

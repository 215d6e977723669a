// depth 3: a reader announces which node it uses, but does not look again whether the node is still there.
#include <stdatomic.h>
#include <stdlib.h>

#include "noise.h"

struct node {
  int value;
};
static _Atomic(struct node*) current, announced;
static atomic_int sum;

static void* reader(void* unused) {
  for (int k = 0; k < 2; k++) {
    struct node* mine = current;
    announced = mine;
    sum += mine->value;
    announced = 0;
  }
  noise();
  return unused;
}
static void* replacer(void* unused) {
  for (int k = 0; k < 2; k++) {
    struct node* fresh = malloc(sizeof *fresh);
    fresh->value = k;
    struct node* old = atomic_exchange(&current, fresh);
    if (announced != old) free(old);
  }
  noise();
  return unused;
}

int main(void) {
  current = calloc(1, sizeof(struct node));
  void* (*const bodies[])(void*) = {reader, replacer};
  run_all(bodies, 2, 3);
  return 0;
}

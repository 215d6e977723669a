// expect: bug assertion
// options: --races=explore
// Without the section an element can be lost.
// fixed: verified 2
// toy: var top
// toy: thread t[2] { r = exchange top, me + 1 }
// A linked stack on the heap, pushed to in an atomic section.
#include <assert.h>
#include <pthread.h>

#include <stdlib.h>

#ifdef FIXED
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
#endif
void reach_error(void) { assert(0); }

struct node {
  int value;
  struct node *next;
};
static struct node *top;

static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
#ifdef FIXED
  __VERIFIER_atomic_begin();
#endif
  node->next = top;
  top = node;
#ifdef FIXED
  __VERIFIER_atomic_end();
#endif
}

static void *run(void *argument) {
  push(1);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run, 0);
  pthread_create(&second, 0, run, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  int sum = 0;
  for (struct node *node = top; node != 0; node = node->next) sum += node->value;
  if (sum != 2) reach_error();
  return 0;
}

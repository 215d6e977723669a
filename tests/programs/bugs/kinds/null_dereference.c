// expect: bug signal
// message: 0x10
// A pointer is used before it is set: a segmentation fault at the field's offset.
// fixed: verified 2
// toy: var pointer
// toy: thread t { r = pointer }
// toy: thread main { pointer = 1 }
// null_dereference.c, where the pointer is looked at first.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  char padding[16];
  int value;
};

static struct node node = {"", 5};
static struct node* _Atomic pointer;
static volatile int sum;

static void* use(void* unused) {
  struct node* found = atomic_load(&pointer);
#ifdef FIXED
  if (found != NULL) sum = found->value;
#else
  sum = found->value;
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  atomic_store(&pointer, &node);
  pthread_join(t, 0);
  return 0;
}

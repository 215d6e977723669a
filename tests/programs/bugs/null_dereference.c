// expect: bug signal
// message: 0x10
// A pointer is used before it is set: a segmentation fault at the field's offset.
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
  sum = found->value;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, use, 0);
  atomic_store(&pointer, &node);
  pthread_join(t, 0);
  return 0;
}

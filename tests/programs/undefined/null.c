// expect: bug undefined_behaviour
// flags: -fsanitize=undefined
// message: a null pointer is used
// A pointer that another thread has not set yet.
// fixed: verified 2
// count: the load sees the pointer or not: 2 traces.
#include <pthread.h>
#include <stdatomic.h>

struct Thing {
  int first, second;
};
static struct Thing thing;
static struct Thing* _Atomic pointer;

static void* set(void* unused) {
  pointer = &thing;
  return unused;
}
static void* use(void* unused) {
  struct Thing* found = pointer;
#ifdef FIXED
  if (!found) return unused;
#endif
  return found->second ? unused : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, set, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

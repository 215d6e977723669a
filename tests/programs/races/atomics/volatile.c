// expect: bug data_race
// Volatile is no synchronisation.
// fixed: verified 2
// toy: var flag
// toy: thread first { flag = 1 }
// toy: thread second { r = flag }
// The same with an atomic variable.
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
static atomic_int flag;
#else
static volatile int flag;
#endif

static void* first(void* unused) {
  flag = 1;
  return unused;
}
static void* second(void* unused) {
  return flag > 1 ? (void*)&flag : unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

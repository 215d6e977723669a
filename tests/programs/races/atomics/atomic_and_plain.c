// expect: bug data_race
// message: data race on flag:
// An atomic store, and a plain read of the same variable.
// fixed: verified 2
// toy: var flag
// toy: thread first { flag = 1 }
// toy: thread second { r = flag }
// The plain read comes after the join.
#include <pthread.h>

static int flag;

static void* first(void* unused) {
  __atomic_store_n(&flag, 1, __ATOMIC_SEQ_CST);
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  return __atomic_load_n(&flag, __ATOMIC_SEQ_CST) > 1 ? (void*)&flag : unused;
#else
  return flag > 1 ? (void*)&flag : unused;
#endif
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef FIXED
  return flag != 1;
#endif
}

// expect: bug assertion
// message: counter != 5
// A plain variable that is updated by atomic operations, and read plainly at the end: what is there is not only what plain writes left.
// fixed: verified 90
// count: three threads with two updates each: 6! / (2! * 2! * 2!) = 90
#include <assert.h>
#include <pthread.h>

static int counter;

static void* add(void* unused) {
  for (int n = 0; n < 2; n++) {
#ifdef FIXED
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
#else
    int before = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
    __atomic_store_n(&counter, before + 1, __ATOMIC_SEQ_CST);
#endif
  }
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int n = 0; n < 3; n++) pthread_create(&t[n], 0, add, 0);
  for (int n = 0; n < 3; n++) pthread_join(t[n], 0);
#ifdef FIXED
  assert(counter == 6);
#else
  assert(counter != 5);
#endif
  return 0;
}

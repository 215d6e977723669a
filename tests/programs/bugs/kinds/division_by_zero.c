// expect: bug signal
// message: SIGFPE
// A mean over no values, if the reader comes first.
// fixed: verified 2
// toy: var count
// toy: thread t { r = count }
// toy: thread main { count = 4 }
// division_by_zero.c, where the reader looks first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static volatile int mean;

static void* read_mean(void* unused) {
#ifdef FIXED
  int values = atomic_load(&count);
  mean = values == 0 ? 0 : 100 / values;
#else
  mean = 100 / atomic_load(&count);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, read_mean, 0);
  atomic_store(&count, 4);
  pthread_join(t, 0);
  return 0;
}

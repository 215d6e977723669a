// expect: bug signal
// message: SIGFPE
// A mean over no values, if the reader comes first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static volatile int mean;

static void* read_mean(void* unused) {
  mean = 100 / atomic_load(&count);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, read_mean, 0);
  atomic_store(&count, 4);
  pthread_join(t, 0);
  return 0;
}

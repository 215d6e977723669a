// expect: unsupported asynchronous cancellation (PTHREAD_CANCEL_ASYNCHRONOUS)
#include <pthread.h>

static void* run(void* unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  return 0;
}

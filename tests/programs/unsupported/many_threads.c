// expect: unsupported more than 1,024 threads
#include <pthread.h>

static void* run(void* unused) {
  return unused;
}
int main(void) {
  for (int n = 0; n < 1100; n++) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
  }
  return 0;
}

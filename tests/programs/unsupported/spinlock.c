// expect: unsupported pthread_spin_lock
#include <pthread.h>

static pthread_spinlock_t lock;

static void* run(void* unused) {
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

// expect: bug misuse
// message: unlock of a spinlock that another thread holds
#include <pthread.h>

static pthread_spinlock_t lock;

static void* run(void* unused) {
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&lock);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

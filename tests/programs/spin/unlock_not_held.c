// expect: bug misuse
// message: unlock of a spinlock that another thread holds
// fixed: verified 1
// toy: mutex m
// toy: thread run { }
// toy: thread main { lock m; spawn run; join run; unlock m; lock m; unlock m }
#include <pthread.h>

static pthread_spinlock_t lock;

static void* run(void* unused) {
#ifndef FIXED
  pthread_spin_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&lock);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
#ifdef FIXED
  pthread_spin_unlock(&lock);
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return pthread_spin_destroy(&lock);
#else
  return 0;
#endif
}

// expect: bug data_race
// fixed: verified 1
// count: Main looks at them when the thread has ended: 1 trace.
// What threads synchronise with is read as memory while it is used.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static sem_t semaphore;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char copies[5][64];
static void nothing(void) {}

static void* run(void* unused) {
  sem_post(&semaphore);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  pthread_cond_signal(&condition);
  pthread_once(&once, nothing);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&semaphore, 0, 0);
  pthread_spin_init(&spin, 0);
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  memcpy(copies[0], &semaphore, sizeof semaphore);
  memcpy(copies[1], &lock, sizeof lock);
  memcpy(copies[2], (void*)&spin, sizeof spin);
  memcpy(copies[3], &condition, sizeof condition);
  memcpy(copies[4], &once, sizeof once);
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return 0;
}

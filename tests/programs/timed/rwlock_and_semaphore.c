// expect: verified 1
// toy: rwlock w
// toy: sem s
// toy: thread run { r = tryrdlock w; r = trywrlock w; r = trywrlock w; r = tryacquire s; r = tryacquire s }
// toy: thread main { wrlock w; spawn run; join run; release s; r = tryacquire s; wrunlock w; r = tryrdlock w }
// Nobody gives way: all of them time out, in one trace. In the end everything can be had, although the deadlines are past.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;

static void* run(void* unused) {
  struct timespec deadline = {2000000000, 0}, running = {2000, 0}, invalid = {0, -1};
  assert(pthread_rwlock_timedrdlock(&w, &deadline) == ETIMEDOUT);
  assert(pthread_rwlock_timedwrlock(&w, &deadline) == ETIMEDOUT);
  assert(pthread_rwlock_clockwrlock(&w, CLOCK_MONOTONIC, &running) == ETIMEDOUT);
  assert(pthread_rwlock_timedwrlock(&w, &invalid) == EINVAL);
  assert(sem_timedwait(&s, &deadline) == -1 && errno == ETIMEDOUT);
  assert(sem_clockwait(&s, CLOCK_MONOTONIC, &running) == -1 && errno == ETIMEDOUT);
  assert(time(0) >= 2000000000);
  return unused;
}

int main(void) {
  pthread_t t;
  struct timespec past = {1, 0};
  sem_init(&s, 0, 0);
  pthread_rwlock_wrlock(&w);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  sem_post(&s);
  assert(sem_timedwait(&s, &past) == 0);
  pthread_rwlock_unlock(&w);
  assert(pthread_rwlock_timedrdlock(&w, &past) == 0);
  return 0;
}

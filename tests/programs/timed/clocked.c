// expect: verified 12
// toy: mutex m
// toy: rwlock w
// toy: sem s
// toy: thread main { lock m; wrlock w; spawn t; unlock m; wrunlock w; release s; join t }
// toy: thread t {
// toy:   r = trylock m; if r { unlock m }
// toy:   r = tryrdlock w; if r { rdunlock w }
// toy:   r = trywrlock w; if r { wrunlock w }
// toy:   r = tryacquire s
// toy: }
// The functions that are told the clock of their deadline.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;

static int is_done(int error) {
  assert(error == 0 || error == ETIMEDOUT);
  return error == 0;
}

static void* run(void* unused) {
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 1;
  if (is_done(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &deadline))) pthread_mutex_unlock(&m);
  if (is_done(pthread_rwlock_clockrdlock(&w, CLOCK_MONOTONIC, &deadline))) pthread_rwlock_unlock(&w);
  if (is_done(pthread_rwlock_clockwrlock(&w, CLOCK_MONOTONIC, &deadline))) pthread_rwlock_unlock(&w);
  is_done(sem_clockwait(&s, CLOCK_MONOTONIC, &deadline) == 0 ? 0 : errno);
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_mutex_lock(&m);
  pthread_rwlock_wrlock(&w);
  pthread_create(&t, 0, run, 0);
  pthread_mutex_unlock(&m);
  pthread_rwlock_unlock(&w);
  sem_post(&s);
  pthread_join(t, 0);
  return 0;
}

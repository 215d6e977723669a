// expect: bug assertion
// message: count == 1
// fixed: verified 2
// count: the post comes before or after the attempt to wait: 2 traces.
// A deadline by a clock that nobody can wait by is an error at once. Whoever takes it for a timeout, or for the
// semaphore, is wrong.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

static void* post(void* unused) {
  sem_post(&semaphore);
  return unused;
}
static void* wait_for_it(void* unused) {
  const struct timespec soon = {2000000000, 0};
  assert(pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &soon) == EINVAL);
  assert(pthread_rwlock_clockrdlock(&rwlock, CLOCK_BOOTTIME, &soon) == EINVAL);
  assert(pthread_rwlock_clockwrlock(&rwlock, CLOCK_BOOTTIME, &soon) == EINVAL);
  assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_THREAD_CPUTIME_ID, &soon) == EINVAL);
#ifdef FIXED
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC_RAW, &soon) == -1 && errno == EINVAL);
  const int count = sem_trywait(&semaphore) == 0 ? 1 : 0;
  assert(count == 0 || count == 1);
#else
  const int count = sem_clockwait(&semaphore, CLOCK_MONOTONIC_RAW, &soon) == 0 ? 1 : 0;
  assert(count == 1);
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  sem_init(&semaphore, 0, 0);
  pthread_create(&t[0], 0, post, 0);
  pthread_create(&t[1], 0, wait_for_it, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}

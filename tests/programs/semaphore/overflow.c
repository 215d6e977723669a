// expect: verified 1
// count: Only one thread touches the semaphore, and main only joins it: one trace.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* run(void* unused) {
  assert(sem_init(&s, 0, SEM_VALUE_MAX + 1u) == -1 && errno == EINVAL);
  assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
  assert(sem_post(&s) == -1 && errno == EOVERFLOW);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

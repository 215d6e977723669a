// expect: verified 2
// toy: mutex m
// toy: thread main { lock m; unlock m }
// toy: thread t { lock m; unlock m }
// A mutex that was not made consistent is lost: nobody gets it any more, and nobody waits for it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void* die(void* unused) {
  pthread_mutex_lock(&m);
  pthread_exit(unused);
}
static void* run(void* result) {
  *(int*)result = pthread_mutex_lock(&m);
  if (*(int*)result == EOWNERDEAD) pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t;
  int result = 0, own = 0;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &attributes);
  pthread_create(&t, 0, die, 0);
  pthread_join(t, 0);
  pthread_create(&t, 0, run, &result);
  run(&own);
  pthread_join(t, 0);
  assert(own == EOWNERDEAD ? result == ENOTRECOVERABLE : own == ENOTRECOVERABLE && result == EOWNERDEAD);
  assert(pthread_mutex_trylock(&m) == ENOTRECOVERABLE);
  return 0;
}

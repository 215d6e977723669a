// expect: verified 1
// count: Main holds the mutexes until the other thread has ended: one trace.
// A thread that unlocks a recursive, robust or checking mutex of another's is told so, and nothing happens.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t recursive, robust, checking;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void* other(void* unused) {
  assert(pthread_mutex_unlock(&recursive) == EPERM && pthread_mutex_unlock(&robust) == EPERM);
  assert(pthread_mutex_unlock(&checking) == EPERM && pthread_cond_wait(&condition, &checking) == EPERM);
  assert(pthread_mutex_trylock(&recursive) == EBUSY);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
  pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &kind);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&robust);
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  assert(pthread_mutex_unlock(&recursive) == 0 && pthread_mutex_unlock(&robust) == 0);
  return 0;
}

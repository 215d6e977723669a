// expect: verified 2
// toy: mutex m
// toy: thread t { lock m; unlock m }
// toy: thread main { lock m; unlock m; join t; lock m; unlock m }
// A thread ends with the mutex. Who locks it then is told, once, and has it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  assert(pthread_mutex_consistent(&m) == EINVAL);
  pthread_create(&t, 0, run, 0);
  int error = pthread_mutex_lock(&m);
  assert(error == (x == 1 ? EOWNERDEAD : 0));
  if (error == EOWNERDEAD) assert(pthread_mutex_consistent(&m) == 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  int again = pthread_mutex_lock(&m);
  assert(again == (error == 0 ? EOWNERDEAD : 0) && x == 1);
  if (again == EOWNERDEAD) pthread_mutex_consistent(&m);
  pthread_mutex_unlock(&m);
  assert(pthread_mutex_destroy(&m) == 0);
  return 0;
}

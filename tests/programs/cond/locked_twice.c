// expect: bug deadlock
// fixed: verified 2
// toy: mutex m
// toy: cond c
// toy: var flag
// toy: thread waiter { lock m; r = flag; while !r { wait c, m; r = flag }; unlock m }
// toy: thread main { lock m; flag = 1; signal c; unlock m }
// To wait on a condition variable unlocks the mutex once. If the thread has locked it twice, it keeps it, and nobody can end the wait.
#include <pthread.h>

static pthread_mutex_t mutex;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int flag;

static void* waiter(void* unused) {
  pthread_mutex_lock(&mutex);
#ifndef FIXED
  pthread_mutex_lock(&mutex);
#endif
  while (!flag) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
#ifndef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &recursive);
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  return 0;
}

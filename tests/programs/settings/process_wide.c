// expect: bug assertion
// fixed: verified 2
// toy: mutex m
// toy: thread a[2] { lock m; unlock m }
// One thread sets what the whole process has, another one asks for it.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/prctl.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* hide(void* argument) {
  pthread_mutex_lock(&mutex);
  assert(prctl(PR_SET_DUMPABLE, 0) == 0);
#ifdef FIXED
  assert(prctl(PR_SET_DUMPABLE, 1) == 0);
#endif
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void* look(void* argument) {
  pthread_mutex_lock(&mutex);
  assert(prctl(PR_GET_DUMPABLE) == 1);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, hide, NULL);
  pthread_create(&threads[1], NULL, look, NULL);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], NULL);
  return 0;
}

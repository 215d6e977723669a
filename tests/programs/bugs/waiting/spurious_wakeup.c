// expect: bug assertion
// options: --spurious-wakeups=1
// message: ready
// location: spurious_wakeup.c:31
// A wait in an if instead of a loop: condition variables may wake for no reason.
// fixed: verified
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void* setter(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, setter, 0);
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  while (!ready) pthread_cond_wait(&changed, &mutex);
#else
  if (!ready) pthread_cond_wait(&changed, &mutex);
#endif
  assert(ready);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}

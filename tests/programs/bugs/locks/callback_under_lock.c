// expect: bug deadlock
// A callback is called with the lock held, and calls back: the thread waits for itself. It happens only if somebody has
// subscribed by then.
// fixed: verified 2
// toy: var callback
// toy: thread subscribe { callback = 1 }
// toy: thread main { r = callback }
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static void (*_Atomic callback)(void);
static int value;

static int get(void) {
  pthread_mutex_lock(&mutex);
  int result = value;
  pthread_mutex_unlock(&mutex);
  return result;
}

static void on_change(void) {
  (void)get();
}

static void* subscribe(void* unused) {
  callback = on_change;
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
#ifdef FIXED
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
#endif
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  pthread_create(&thread, 0, subscribe, 0);
  pthread_mutex_lock(&mutex);
  value = 1;
  void (*found)(void) = callback;
  if (found) found();
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}

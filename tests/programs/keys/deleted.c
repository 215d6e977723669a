// expect: verified 1
// count: Nothing that the thread calls is a step, and main only joins it: one trace.
// No destructor runs for a key that was deleted, and its successor starts empty.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void destroy(void* value) {
  (void)value;
  abort();
}

static void* run(void* unused) {
  pthread_key_t key, next;
  assert(pthread_key_create(&key, destroy) == 0);
  pthread_setspecific(key, &key);
  assert(pthread_key_delete(key) == 0);
  assert(pthread_key_create(&next, 0) == 0);
  assert(pthread_getspecific(next) == 0);
  assert(pthread_key_delete(next) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

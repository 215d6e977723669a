// expect: verified 1
// count: Only one thread uses keys, and main only joins it: one trace.
// As many keys as the C library has; a key that is not there.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

static void* run(void* unused) {
  pthread_key_t key = 0;
  int made = 0;
  while (pthread_key_create(&key, 0) == 0) made++;
  assert(made > 900 && made <= PTHREAD_KEYS_MAX && key < PTHREAD_KEYS_MAX);
  assert(pthread_setspecific(key, &key) == 0 && pthread_getspecific(key) == &key);
  assert(pthread_key_delete(key) == 0 && pthread_key_delete(key) == EINVAL);
  assert(pthread_setspecific(key, &key) == EINVAL && pthread_getspecific(key) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

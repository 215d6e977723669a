// expect: verified 1
// count: Nothing that the thread calls is a step, and main only joins it: one trace.
// pthread_exit runs the destructors of keys after the cleanup handlers.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int state;

static void clean(void* unused) {
  (void)unused;
  assert(state++ == 0);
}

static void destroy(void* unused) {
  (void)unused;
  assert(state++ == 1);
}

static void* run(void* unused) {
  pthread_setspecific(key, &key);
  pthread_cleanup_push(clean, 0);
  pthread_exit(unused);
  pthread_cleanup_pop(0);
}

int main(void) {
  pthread_key_create(&key, destroy);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(state == 2);
  return 0;
}

// expect: bug assertion
// fixed: verified 2
// count: The first thread sets the flag before main looks at it or after. If before, main deletes the key, but has waited for the
//   end of the thread: 2 traces.
// Whether a destructor runs depends on which comes first, the end of the thread or the deletion of the key.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int is_set;
static int destroyed;

static void destroy(void* value) {
  (void)value;
  destroyed++;
}

static void* run(void* unused) {
  assert(pthread_setspecific(key, &key) == 0);
  is_set = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, destroy);
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  int was_set = is_set;
  pthread_join(t, 0);
  if (was_set) pthread_key_delete(key);
#else
  if (is_set) pthread_key_delete(key);
  pthread_join(t, 0);
#endif
  assert(destroyed == 1);
  return 0;
}

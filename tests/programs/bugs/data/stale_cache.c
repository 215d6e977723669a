// expect: bug assertion
// message: look_up() == stored
// location: stale_cache.c:48
// A cache that is emptied before the value changes: a reader in between fills it with the old value, for good.
// fixed: verified 3
// toy: mutex m
// toy: var stored = 1, cached = -1
// toy: thread reader { lock m; c = cached; if c == -1 { s = stored; cached = s }; c = cached; unlock m }
// toy: thread main { stored = 2; lock m; cached = -1; unlock m }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kEmpty = -1 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int stored = 1, cached = kEmpty;

static int look_up(void) {
  pthread_mutex_lock(&mutex);
  if (cached == kEmpty) cached = stored;
  int result = cached;
  pthread_mutex_unlock(&mutex);
  return result;
}

static void* reader(void* unused) {
  look_up();
  return unused;
}

static void empty(void) {
  pthread_mutex_lock(&mutex);
  cached = kEmpty;
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
#ifdef FIXED
  stored = 2;
  empty();
#else
  empty();
  stored = 2;
#endif
  pthread_join(thread, 0);
  assert(look_up() == stored);
  return 0;
}

// expect: verified 3
// toy: mutex m
// toy: thread holder { lock m; unlock m }
// toy: thread visitor { r = trylock m; if r { unlock m } }
// trylock before, during and after the other thread's critical section.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void* holder(void* unused) {
  pthread_mutex_lock(&m);
  inside = 1;
  inside = 0;
  pthread_mutex_unlock(&m);
  return unused;
}

static void* visitor(void* unused) {
  int result = pthread_mutex_trylock(&m);
  if (result == 0) {
    assert(inside == 0);
    pthread_mutex_unlock(&m);
  } else {
    assert(result == EBUSY);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, holder, 0);
  pthread_create(&b, 0, visitor, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

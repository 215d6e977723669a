// expect: bug deadlock
// Two readers that both want to become the writer wait for each other.
// fixed: verified 14
// toy: rwlock w
// toy: var x
// toy: thread upgrader[2] { rdlock w; r = x; rdunlock w; if r == 0 { wrlock w; r = x; if r == 0 { x = 1 }; wrunlock w } }
// With the read lock released first, and another look under the write lock.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
#ifdef FIXED
static int x, made;
#else
static int x;
#endif

static void* upgrader(void* unused) {
  pthread_rwlock_rdlock(&w);
  int missing = x == 0;
#ifdef FIXED
  pthread_rwlock_unlock(&w);
#endif
  if (missing) {
    pthread_rwlock_wrlock(&w);
#ifdef FIXED
    if (x == 0) {
      x = 1;
      made++;
    }
#else
    x = 1;
#endif
    pthread_rwlock_unlock(&w);
  }
#ifndef FIXED
  pthread_rwlock_unlock(&w);
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, upgrader, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
#ifdef FIXED
  assert(made == 1);
#endif
  return 0;
}

// expect: verified 14
// toy: rwlock w
// toy: var x
// toy: thread upgrader[2] { rdlock w; r = x; rdunlock w; if r == 0 { wrlock w; r = x; if r == 0 { x = 1 }; wrunlock w } }
// upgrade.c with the read lock released first, and another look under the write lock.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static int x, made;

static void* upgrader(void* unused) {
  pthread_rwlock_rdlock(&w);
  int missing = x == 0;
  pthread_rwlock_unlock(&w);
  if (missing) {
    pthread_rwlock_wrlock(&w);
    if (x == 0) {
      x = 1;
      made++;
    }
    pthread_rwlock_unlock(&w);
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, upgrader, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(made == 1);
  return 0;
}

// expect: verified 10
// options: --rwlocks=writers-first
// toy: rwlock w
// toy: var writers
// toy: thread reader { a = writers; b = tryrdlock w; if b == 1 { rdunlock w } }
// toy: thread writer { r = fetch_add writers, 1; b = trywrlock w; r = fetch_add writers, -1; if b == 1 { wrunlock w } }
// Attempts to read fail while a writer waits, whether it has a deadline or not.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;

static void* reader(void* unused) {
  if (pthread_rwlock_tryrdlock(&w) == 0) pthread_rwlock_unlock(&w);
  return unused;
}
static void* writer(void* unused) {
  struct timespec deadline = {0, 0};
  int error = pthread_rwlock_timedwrlock(&w, &deadline);
  assert(error == 0 || error == ETIMEDOUT);
  if (error == 0) pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}

// expect: verified 14
// toy: rwlock w
// toy: thread r[2] { rdlock w; rdunlock w }
// toy: thread wr { wrlock w; wrunlock w }
// A reader never sees the pair half written. Read locks are ordered, so that there are more traces than orders of the
// writer with the readers.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&w);
  assert(x == y);
  pthread_rwlock_unlock(&w);
  return unused;
}

static void* writer(void* unused) {
  pthread_rwlock_wrlock(&w);
  x = 1;
  y = 1;
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_create(&t[2], 0, writer, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  return 0;
}

// expect: verified 35
// toy: rwlock w
// toy: thread a { r = tryrdlock w; if r { rdunlock w } }
// toy: thread b { r = trywrlock w; if r { wrunlock w } }
// toy: thread c { r = tryrdlock w; if r { rdunlock w } }
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;

static void* reader(void* unused) {
  int error = pthread_rwlock_tryrdlock(&w);
  assert(error == 0 || error == EBUSY);
  if (error == 0) pthread_rwlock_unlock(&w);
  return unused;
}

static void* writer(void* unused) {
  int error = pthread_rwlock_trywrlock(&w);
  assert(error == 0 || error == EBUSY);
  if (error == 0) pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  pthread_create(&t[2], 0, reader, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  return 0;
}

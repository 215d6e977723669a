// expect: bug livelock
// A reader spins until another reader has been there, who may have to wait for the writer.
// fixed: verified 14
// toy: rwlock w
// toy: thread reader[2] { rdlock w; rdunlock w }
// toy: thread writer { wrlock w; wrunlock w }
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int done;

static void* first(void* unused) {
  pthread_rwlock_rdlock(&w);
#ifndef FIXED
  while (atomic_load(&done) == 0) {
  }
#endif
  pthread_rwlock_unlock(&w);
  return unused;
}
static void* second(void* unused) {
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_unlock(&w);
  atomic_store(&done, 1);
  return unused;
}
static void* writer(void* unused) {
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, writer, 0);
  for (int n = 0; n < 3; n++) pthread_join(t[n], 0);
  return 0;
}

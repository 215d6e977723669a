// expect: bug deadlock
// A reader waits, with its lock, for another reader: who may have to wait for the writer, which waits for the first.
// fixed: verified 34
// toy: rwlock w
// toy: var writers
// toy: sem done
// toy: thread first { await writers == 0; rdlock w; acquire done; rdunlock w }
// toy: thread second { release done; await writers == 0; rdlock w; rdunlock w }
// toy: thread writer { r = fetch_add writers, 1; wrlock w; r = fetch_add writers, -1; wrunlock w }
// The other reader does first what the reader waits for.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static sem_t done;

static void* first(void* unused) {
  pthread_rwlock_rdlock(&w);
  sem_wait(&done);
  pthread_rwlock_unlock(&w);
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  sem_post(&done);
#endif
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_unlock(&w);
#ifndef FIXED
  sem_post(&done);
#endif
  return unused;
}
#ifndef NO_WRITER
static void* writer(void* unused) {
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  return unused;
}
#endif

int main(void) {
  pthread_t t[3];
  sem_init(&done, 0, 0);
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
#ifndef NO_WRITER
  pthread_create(&t[2], 0, writer, 0);
  pthread_join(t[2], 0);
#endif
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}

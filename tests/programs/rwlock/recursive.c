// expect: verified 2
// options: --rwlocks=readers-first
// toy: rwlock w
// toy: thread reader { rdlock w; rdlock w; rdunlock w; rdunlock w }
// toy: thread writer { wrlock w; wrunlock w }
// Locking for reading twice. With glibc's default the second lock is given although a writer waits; POSIX leaves that
// open, and without the option it is a deadlock.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#ifndef KIND
#define KIND PTHREAD_RWLOCK_DEFAULT_NP
#endif
#ifndef TIMES
#define TIMES 2
#endif

static pthread_rwlock_t w;

static void* reader(void* unused) {
  for (int n = 0; n < TIMES; n++) pthread_rwlock_rdlock(&w);
  for (int n = 0; n < TIMES; n++) pthread_rwlock_unlock(&w);
  return unused;
}
static void* writer(void* unused) {
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, KIND);
  pthread_rwlock_init(&w, &attributes);
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}

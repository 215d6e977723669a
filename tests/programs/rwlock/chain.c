// expect: bug deadlock
// A reader waits for a mutex, its owner for another reader, and that one may have to wait for the writer, which waits
// for the first.
// fixed: verified 21
// toy: rwlock w
// toy: mutex m
// toy: sem done
// toy: thread first { rdlock w; lock m; unlock m; rdunlock w }
// toy: thread owner { acquire done; lock m; unlock m }
// toy: thread second { rdlock w; rdunlock w; release done }
// toy: thread writer { wrlock w; wrunlock w }
// Nobody who holds a lock waits for anything but a mutex: waiting writers need not be counted.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;

static void* first(void* unused) {
  pthread_rwlock_rdlock(&w);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_rwlock_unlock(&w);
  return unused;
}
static void* owner(void* unused) {
#ifdef FIXED
  sem_wait(&done);
#endif
  pthread_mutex_lock(&m);
#ifndef FIXED
  sem_wait(&done);
#endif
  pthread_mutex_unlock(&m);
  return unused;
}
static void* second(void* unused) {
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_unlock(&w);
  sem_post(&done);
  return unused;
}
static void* writer(void* unused) {
  pthread_rwlock_wrlock(&w);
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  void* (*run[])(void*) = {first, owner, second, writer};
  pthread_t t[4];
  sem_init(&done, 0, 0);
  for (int n = 0; n < 4; n++) pthread_create(&t[n], 0, run[n], 0);
  for (int n = 0; n < 4; n++) pthread_join(t[n], 0);
  return 0;
}

// expect: bug data_race
// message: data race on p
// Who writes has both locks, so that one of them is enough to read, and which one is decided late.
// fixed: verified 3432
// count: 6 operations on z by one thread and 7 by another, in C(13, 6) = 1716 orders; the writer before the reader or
// after it: 3432.
#include <pthread.h>
#include <stdatomic.h>

enum { kTurns = 6 };

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int p, seen;
atomic_int z;

void* writer(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  p = 1;
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return unused;
}

void* counter(void* unused) {
  for (int k = 0; k < kTurns; k++) atomic_fetch_add(&z, 1);
  return unused;
}

void* reader(void* unused) {
  counter(0);
  pthread_mutex_t* either = atomic_load(&z) == 2 * kTurns ? &m : &n;
#ifdef FIXED
  pthread_mutex_lock(either);
  seen = p;
  pthread_mutex_unlock(either);
#else
  pthread_mutex_lock(either);
  pthread_mutex_unlock(either);
  seen = p;
#endif
  return unused;
}

int main(void) {
  void* (*bodies[])(void*) = {counter, reader, writer};
  pthread_t threads[3];
  for (int k = 0; k < 3; k++) pthread_create(&threads[k], 0, bodies[k], 0);
  for (int k = 0; k < 3; k++) pthread_join(threads[k], 0);
  return 0;
}

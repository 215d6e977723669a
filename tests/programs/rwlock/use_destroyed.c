// expect: bug misuse 3
// options: --keep-going
// toy: var w  # 0: free, 1: locked, 2: destroyed
// toy: thread reader { r = cas w, 0, 1; assert r; w = 0 }
// toy: thread main { r = cas w, 0, 2; assert r }
// destroy_locked.c has three traces: the lock is destroyed before the reader locks it, while it is locked, and after.
#include <pthread.h>

static pthread_rwlock_t w;

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&w);
  pthread_rwlock_unlock(&w);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_init(&w, 0);
  pthread_create(&t, 0, reader, 0);
  pthread_rwlock_destroy(&w);
  pthread_join(t, 0);
  return 0;
}

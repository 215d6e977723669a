// expect: bug deadlock
// options: --keep-going
// Two threads lock in different orders and may wait for each other for ever, while a third ends and main does too.
// fixed: verified 2
// toy: mutex a, b
// toy: var x
// toy: thread ab[2] { lock a; lock b; unlock b; unlock a }
// toy: thread other { x = 1 }
// With the same order in both.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
atomic_int x;

static void* ab(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void* ba(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
#else
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
#endif
  return unused;
}

static void* other(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, ab, 0);
  pthread_create(&t[1], 0, ba, 0);
  pthread_create(&t[2], 0, other, 0);
  pthread_join(t[2], 0);
  return 0;
}

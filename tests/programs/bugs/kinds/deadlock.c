// expect: bug deadlock
// Two mutexes in opposite orders.
// fixed: verified 2
// toy: mutex a, b
// toy: thread t[2] { lock a; lock b; unlock b; unlock a }
// With one order.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void* ab(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

#ifdef FIXED
static void* ab_too(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
#else
static void* ba(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
#endif
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, ab, 0);
#ifdef FIXED
  pthread_create(&t, 0, ab_too, 0);
#else
  pthread_create(&t, 0, ba, 0);
#endif
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}

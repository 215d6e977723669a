// expect: bug deadlock 3
// options: --keep-going
// toy: mutex a, b
// toy: thread s { lock a; lock b; unlock b; unlock a }
// toy: thread t { lock b; lock a; unlock a; unlock b }
// deadlock.c, explored to the end: one execution is the deadlock.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void* ab(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

static void* ba(void* unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, ab, 0);
  pthread_create(&t, 0, ba, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}

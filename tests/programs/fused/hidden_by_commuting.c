// expect: bug data_race
// message: data race on p
// The two sections commute, so that fused ones are explored in one order: the mutex must not order what is around them.
// fixed: verified 2
// toy: mutex m
// toy: thread a { lock m; unlock m }
// toy: thread b { lock m; unlock m }
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long p, q, s, r;

void *first(void *unused) {
#ifndef FIXED
  p = 1;
#endif
  pthread_mutex_lock(&m);
#ifdef FIXED
  p = 1;
#else
  q = 1;
#endif
  pthread_mutex_unlock(&m);
  return unused;
}

void *second(void *unused) {
  pthread_mutex_lock(&m);
#ifdef FIXED
  r = p;
#else
  s = 1;
#endif
  pthread_mutex_unlock(&m);
#ifndef FIXED
  r = p;
#endif
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}

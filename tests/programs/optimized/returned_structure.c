// expect: bug data_race
// flags: -Og
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// gcc has a list of passes of its own for -Og: a structure that a call returns is seen there, too.
#include <pthread.h>

struct Pair {
  long first, second, third;
};
static struct Pair pair;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static __attribute__((noinline)) struct Pair make(long value) {
  struct Pair made = {value, value, value};
  return made;
}
static void* run(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  pair = make(1);
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  long third = pair.third;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  pthread_join(t, 0);
  (void)m;
  return third > 1;
}

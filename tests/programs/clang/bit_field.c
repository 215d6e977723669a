// expect: bug data_race
// flags: --compiler=clang-14
// message: data race on packed
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// A bit-field of 40 bits is one access of 5 bytes to clang, which it does not instrument.
#include <pthread.h>

static struct {
  unsigned long time : 40;
  unsigned char kind;
} packed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(unsigned long time) {
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  packed.time += time;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
}
static void* run(void* unused) {
  put(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  put(2);
  pthread_join(t, 0);
  (void)m;
  return 0;
}

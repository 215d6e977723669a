// expect: bug data_race
// flags: --compiler=clang-14 -mavx
// message: data race on v
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// clang does not instrument accesses to a vector of 32 bytes.
#include <pthread.h>

typedef float Vector __attribute__((vector_size(32)));
static Vector v;
static Vector others[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(int which) {
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  v = v + others[which];
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
}
static void* run(void* unused) {
  put(0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  put(1);
  pthread_join(t, 0);
  (void)m;
  return 0;
}

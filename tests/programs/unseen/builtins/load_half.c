// expect: bug data_race
// message: data race on numbers
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// A function of the processor's own reads half of a vector by a pointer.
#include <emmintrin.h>
#include <pthread.h>

static double numbers[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void lock(void) {
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
}
static void unlock(void) {
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
}

static void* run(void* unused) {
  lock();
  numbers[1] = 1;
  unlock();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  lock();
  __m128d both = _mm_loadh_pd(_mm_setzero_pd(), &numbers[1]);
  unlock();
  pthread_join(t, 0);
  (void)m;
  return _mm_cvtsd_f64(both) != 0;
}

// expect: bug data_race
// A store that passes by the caches is no plain store to the compiler, and it does not tell of it.
// fixed: verified 1
// count: they are two variables: 1 trace.
#include <immintrin.h>
#include <pthread.h>

static int shared, other;

static void* write_it(void* unused) {
  _mm_stream_si32(&shared, 1);
  _mm_sfence();
  return unused;
}
static void* read_it(void* unused) {
#ifdef FIXED
  return other ? unused : 0;
#else
  return shared ? unused : 0;
#endif
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write_it, 0);
  pthread_create(&b, 0, read_it, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

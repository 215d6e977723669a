// expect: bug data_race
// flags: -mavx512f
// fixed: verified 2
// toy: mutex m
// toy: thread a[2] { lock m; unlock m }
// The elements of a vector are made narrower while they are stored: that is no store to the compiler.
#include <immintrin.h>
#include <pthread.h>

static char bytes[16];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#ifdef FIXED
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)
#else
#define LOCK
#define UNLOCK
#endif

static void* store(void* argument) {
  LOCK;
  if (__builtin_cpu_supports("avx512f"))
    _mm512_mask_cvtepi32_storeu_epi8(bytes, 0xffff, _mm512_set1_epi32(3));
  else
    bytes[15] = 3;
  UNLOCK;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, store, NULL);
  LOCK;
  const int seen = bytes[15];
  UNLOCK;
  pthread_join(thread, NULL);
  return seen == 4;
}

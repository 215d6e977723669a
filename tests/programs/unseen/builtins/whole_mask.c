// expect: bug data_race
// flags: -mavx512f
// fixed: verified 2
// toy: mutex m
// toy: thread a[2] { lock m; unlock m }
// A vector is stored where a mask says so, and the mask says "everywhere": then the instruction has none.
#include <immintrin.h>
#include <pthread.h>

static int numbers[16];
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
    _mm512_mask_storeu_epi32(numbers, 0xffff, _mm512_set1_epi32(3));
  else
    numbers[15] = 3;
  UNLOCK;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, store, NULL);
  LOCK;
  const int seen = numbers[15];
  UNLOCK;
  pthread_join(thread, NULL);
  return seen == 4;
}

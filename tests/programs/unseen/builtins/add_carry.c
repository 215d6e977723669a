// expect: bug data_race
// message: data race on sum: write of 8 bytes by T0, not ordered after the write of 8 bytes by T1
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// A function of the processor's own writes by a pointer. gcc instruments assignments, and this is a call for it.
#include <immintrin.h>
#include <pthread.h>

static unsigned long long sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(unsigned long long what) {
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  _addcarry_u64(0, 1, what, &sum);
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
}
static void* run(void* unused) {
  add(2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  add(3);
  pthread_join(t, 0);
  (void)m;
  return 0;
}

// length-param(T,N): T threads store to and load from their own variable N times, then meet at v. 4 traces for T = 2 and any N: the time must grow linearly in N.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef T
#define T 2
#endif
#ifndef N
#define N 1024
#endif

// Not static, or clang would drop the stores: what is loaded is not used.
atomic_int own[T], v;

static void* run(void* argument) {
  int me = (int)(intptr_t)argument;
  for (int n = 0; n < N; ++n) {
    atomic_store(&own[me], me);
    (void)atomic_load(&own[me]);
  }
  atomic_store(&v, me + 1);
  (void)atomic_load(&v);
  return 0;
}

int main(void) {
  pthread_t threads[T];
  for (intptr_t t = 0; t < T; ++t) pthread_create(&threads[t], 0, run, (void*)t);
  for (int t = 0; t < T; ++t) pthread_join(threads[t], 0);
  return 0;
}

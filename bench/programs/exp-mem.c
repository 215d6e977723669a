// exp-mem(N), also called wakeup_stress: one thread writes x; q creates N writers of y, joins them, then reads x. 2*N! traces: 7 -> 10080, 8 -> 80640, 9 -> 725760.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 7
#endif

// Not static, or clang would drop the stores to y: nobody reads it.
atomic_int x, y;

static void* p(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

static void* writer(void* argument) {
  atomic_store(&y, (int)(intptr_t)argument);
  return 0;
}

static void* q(void* unused) {
  pthread_t writers[N];
  for (intptr_t n = 0; n < N; ++n) pthread_create(&writers[n], 0, writer, (void*)(n + 1));
  for (int n = 0; n < N; ++n) pthread_join(writers[n], 0);
  (void)atomic_load(&x);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, p, 0);
  pthread_create(&t, 0, q, 0);
  pthread_exit(0);
}

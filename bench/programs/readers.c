// readers(N): one thread stores to x, N threads load it. 2^N traces: 2 -> 4, 8 -> 256, 13 -> 8192.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 8
#endif

static atomic_int x;

static void* writer(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

static void* reader(void* unused) {
  (void)atomic_load(&x);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  for (int n = 0; n < N; ++n) pthread_create(&t, 0, reader, 0);
  pthread_exit(0);
}

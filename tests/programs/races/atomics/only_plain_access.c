// expect: bug data_race
// message: atomic write
// The only access that is not atomic comes in one execution, after the atomic ones.
// fixed: verified 4
// toy: var ready
// toy: thread writer { ready = 1 }
// toy: thread reader { r = ready; if r == 0 { r = ready; if r == 0 { r = ready } } }
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define ORDER memory_order_release
#else
#define ORDER memory_order_relaxed
#endif
#ifndef WHEN
#define WHEN 0
#endif

static _Alignas(8) atomic_int x;
static _Alignas(8) atomic_int ready;
static int seen;

static void* writer(void* unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, ORDER);
  return unused;
}
static void* reader(void* unused) {
  int looks = 0;
  while (looks < 3 && atomic_load_explicit(&ready, memory_order_acquire) == 0) looks++;
  if (looks == WHEN) seen = *(volatile int*)&x;
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}

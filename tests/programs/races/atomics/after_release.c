// expect: bug data_race
// The write comes after the store that publishes it. Only one execution reads it: the one in which the reader sees the
// store at its first look, which is none of the first.
// fixed: verified 4
// toy: var ready
// toy: thread writer { ready = 1 }
// toy: thread reader { r = ready; if r == 0 { r = ready; if r == 0 { r = ready } } }
#include <pthread.h>
#include <stdatomic.h>

static _Alignas(8) atomic_int ready;
int x, seen;

static void* writer(void* unused) {
#ifdef FIXED
  x = 1;
#endif
  atomic_store_explicit(&ready, 1, memory_order_release);
#ifndef FIXED
  x = 1;
#endif
  return unused;
}
static void* reader(void* unused) {
  int looks = 0;
  while (looks < 3 && atomic_load_explicit(&ready, memory_order_acquire) == 0) looks++;
  if (looks == 0) seen = x;
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, reader, 0);
  pthread_create(&t[1], 0, writer, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}

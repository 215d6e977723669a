// expect: bug data_race
// A thread gets two new blocks of another: the first by release and acquire, the second relaxed. That it is ordered
// after the allocation of the one says nothing about the other.
// fixed: verified 3
// count: The first is not there yet, or it is and the second is not, or both are: 3 traces.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef FIXED
#define ORDER memory_order_acquire
#else
#define ORDER memory_order_relaxed
#endif

static int *_Atomic first, *_Atomic second;

static void* writer(void* unused) {
  atomic_store_explicit(&first, malloc(sizeof(int)), memory_order_release);
  atomic_store_explicit(&second, malloc(sizeof(int)), memory_order_release);
  return unused;
}
static void* reader(void* unused) {
  int* one = atomic_load_explicit(&first, memory_order_acquire);
  if (one == NULL) return unused;
  *one = 1;
  int* two = atomic_load_explicit(&second, ORDER);
  if (two != NULL) *two = 2;
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, writer, NULL);
  pthread_create(&u, NULL, reader, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}

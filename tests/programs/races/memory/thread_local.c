// expect: bug data_race
// message: data race on a thread-local variable of T1:
// A thread_local variable of another thread, written after its address was given away.
// fixed: verified 2
// toy: var shared
// toy: thread first { shared = 1 }
// toy: thread second { r = shared }
// A thread_local variable of another thread, written only before its address was given away.
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local int local;
static int* _Atomic shared;

static void* first(void* unused) {
  local = 1;
  atomic_store(&shared, &local);
#ifndef FIXED
  local = 2;
#endif
  return local > 5 ? (void*)&shared : unused;
}
static void* second(void* unused) {
  int* seen = atomic_load(&shared);
  if (seen != 0 && *seen > 5) return &shared;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

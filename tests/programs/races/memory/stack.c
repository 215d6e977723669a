// expect: bug data_race
// message: data race on local:
// flags: -O0
// A variable on the stack of another thread, written after its address was given away.
// fixed: verified 2
// toy: var shared
// toy: sem done
// toy: thread first { shared = 1; acquire done }
// toy: thread second { r = shared; release done }
// A variable on the stack of another thread, written only before its address was given away.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static int* _Atomic shared;
static sem_t done;  // with the variable, which ends with its thread

static void* first(void* unused) {
  int local = 1;
  atomic_store(&shared, &local);
#ifndef FIXED
  local = 2;
#endif
  sem_wait(&done);
  return local > 5 ? (void*)&shared : unused;
}
static void* second(void* unused) {
  int* seen = atomic_load(&shared);
  if (seen != 0 && *seen > 5) unused = &shared;
  sem_post(&done);
  return unused;
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

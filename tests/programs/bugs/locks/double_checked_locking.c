// expect: bug data_race
// message: data race on int#1: read of 4 bytes by T1
// location: double_checked_locking.c:37
// Double-checked locking with a relaxed pointer: who finds it set has no right to look at what it points to.
// fixed: verified 4
// toy: mutex m
// toy: var instance
// toy: thread t[2] { r = instance; if r == 0 { lock m; r = instance; if r == 0 { instance = 1 }; unlock m } }
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef FIXED
enum { kPublish = memory_order_release, kLook = memory_order_acquire };
#else
enum { kPublish = memory_order_relaxed, kLook = memory_order_relaxed };
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int* _Atomic instance;

static int* get(void) {
  int* found = atomic_load_explicit(&instance, kLook);
  if (found != NULL) return found;
  pthread_mutex_lock(&mutex);
  found = atomic_load_explicit(&instance, memory_order_relaxed);
  if (found == NULL) {
    found = malloc(sizeof *found);
    *found = 42;
    atomic_store_explicit(&instance, found, kPublish);
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

static void* user(void* unused) {
  return *get() == 42 ? unused : &mutex;
}

int main(void) {
  pthread_t threads[2];
  for (int n = 0; n < 2; n++) pthread_create(&threads[n], 0, user, 0);
  for (int n = 0; n < 2; n++) pthread_join(threads[n], 0);
  return 0;
}

// expect: bug signal
// message: SIGSEGV
// fixed: verified 2
// toy: var p
// toy: thread clear { p = 1 }
// toy: thread use { r = p }
// An atomic operation by a pointer that another thread has set to null.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int number;
static _Atomic(atomic_int*) pointer = &number;

static void* clear(void* argument) {
  atomic_store(&pointer, NULL);
  return argument;
}

static void* use(void* argument) {
  atomic_int* place = atomic_load(&pointer);
#ifdef FIXED
  if (place == NULL) return argument;
#endif
  atomic_fetch_add(place, 1);
  return argument;
}

int main(void) {
  pthread_t clearer, user;
  pthread_create(&clearer, NULL, clear, NULL);
  pthread_create(&user, NULL, use, NULL);
  pthread_join(clearer, NULL);
  pthread_join(user, NULL);
  return 0;
}

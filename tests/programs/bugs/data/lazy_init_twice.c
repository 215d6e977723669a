// expect: bug assertion
// message: mine == instance
// location: lazy_init_twice.c:30
// Lazy initialisation by two threads: the second one replaces what the first one uses already.
// fixed: verified 4
// toy: var instance
// toy: thread t[2] { r = instance; if r == 0 { r = cas instance, 0, me + 1 }; r = instance; r = instance }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int* _Atomic instance;

static int* get(void) {
  if (instance == NULL) {
    int* made = calloc(1, sizeof *made);
#ifdef FIXED
    int* nothing = NULL;
    if (!atomic_compare_exchange_strong(&instance, &nothing, made)) free(made);
#else
    instance = made;
#endif
  }
  return instance;
}

static void* user(void* unused) {
  int* mine = get();
  assert(mine == instance);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, user, 0);
  user(0);
  pthread_join(thread, 0);
  return 0;
}

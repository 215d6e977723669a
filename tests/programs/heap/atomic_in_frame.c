// expect: bug use_after_free
// message: of a function that has returned
// fixed: verified 2
// toy: var go
// toy: thread main { r = go }
// toy: thread worker { go = 1 }
// The same of an atomic variable: that only one thread uses it, and does nothing else, is no help.
#include <pthread.h>
#include <stdatomic.h>

static void* work(void* go) {
  atomic_store((atomic_int*)go, 1);
  return 0;
}

static void ask(pthread_t* worker) {
  atomic_int go = 0;
  pthread_create(worker, 0, work, &go);
#ifdef FIXED
  (void)atomic_load(&go);
  pthread_join(*worker, 0);
#endif
}

int main(void) {
  pthread_t worker;
  ask(&worker);
#ifndef FIXED
  pthread_join(worker, 0);
#endif
}

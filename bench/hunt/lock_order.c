// depth 2: two threads take two locks in opposite orders.
#include "noise.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t* first, pthread_mutex_t* second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  noise();
}
static void* one(void* unused) {
  both(&a, &b);
  return unused;
}
static void* other(void* unused) {
#ifdef FIXED
  both(&a, &b);
#else
  both(&b, &a);
#endif
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {one, other};
  run_all(bodies, 2, 3);
  return 0;
}

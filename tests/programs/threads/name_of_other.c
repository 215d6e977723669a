// expect: bug assertion
// fixed: verified 1
// count: Each thread has a name of its own, and nobody sees the other's: one trace.
// A thread that names another one comes before or after that looks.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_t target;

static void* set(void* unused) {
#ifdef FIXED
  pthread_setname_np(pthread_self(), "new");
#else
  pthread_setname_np(target, "new");
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  char name[16];
  target = pthread_self();
  pthread_create(&t, 0, set, 0);
  pthread_getname_np(target, name, sizeof name);
  assert(strcmp(name, "new") != 0);
  pthread_join(t, 0);
}

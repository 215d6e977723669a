// expect: bug assertion
// fixed: verified 2
// count: main is detached before or after it is asked for: 2 traces.
// A thread asks whether main is detached, which another one does meanwhile.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t main_thread;

static void* ask(void* argument) {
  pthread_attr_t attributes;
  int state;
  assert(pthread_getattr_np(main_thread, &attributes) == 0);
  pthread_attr_getdetachstate(&attributes, &state);
#ifdef FIXED
  assert(state == PTHREAD_CREATE_JOINABLE || state == PTHREAD_CREATE_DETACHED);
#else
  assert(state == PTHREAD_CREATE_JOINABLE);
#endif
  pthread_attr_destroy(&attributes);
  return argument;
}

static void* detach(void* argument) {
  pthread_detach(main_thread);
  return argument;
}

int main(void) {
  pthread_t asker, detacher;
  main_thread = pthread_self();
  pthread_create(&asker, NULL, ask, NULL);
  pthread_create(&detacher, NULL, detach, NULL);
  pthread_join(asker, NULL);
  pthread_join(detacher, NULL);
  return 0;
}

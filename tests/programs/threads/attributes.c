// expect: bug data_race
// fixed: verified 1
// count: No two steps conflict but those that joins order: one trace.
// The attributes of a thread are read when it is created.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_attr_t attributes;

static void* nothing(void* unused) {
  return unused;
}

static void* run(void* unused) {
  pthread_t child;
  pthread_create(&child, &attributes, nothing, 0);
  pthread_join(child, 0);
  return unused;
}

int main(void) {
  pthread_attr_init(&attributes);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
#else
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
  pthread_join(t, 0);
#endif
  return 0;
}

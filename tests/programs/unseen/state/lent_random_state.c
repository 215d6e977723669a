// expect: bug data_race
// fixed: verified 1
// count: Main only joins: one trace.
// random() has its state in memory that initstate() was given.
#include <pthread.h>
#include <stdlib.h>

static char state[64];

static void* run(void* unused) {
  random();
  return unused;
}

int main(void) {
  pthread_t t;
  initstate(1, state, sizeof state);
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  char read = state[40];
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return read == state[40] ? 0 : 1;
}

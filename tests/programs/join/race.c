// expect: bug data_race
// A join that did not succeed orders nothing.
#define _GNU_SOURCE
#include <pthread.h>

static int x;

static void* run(void* unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int error = pthread_tryjoin_np(t, 0);
  x = 2;
  if (error != 0) pthread_join(t, 0);
  return x == 3;
}

// expect: bug data_race
// message: data race on state
// fixed: verified 1
// count: the number is drawn before the thread: 1 trace.
// random_r changes the array that was given to initstate_r.
#include <pthread.h>
#include <stdlib.h>

static struct random_data data;
static char state[64];

static void draw(void) {
  int number;
  random_r(&data, &number);
}
static void* run(void* unused) {
  for (int k = 0; k < 64; k++) state[k]++;
  return unused;
}

int main(void) {
  pthread_t t;
  initstate_r(1, state, sizeof state, &data);
#ifdef FIXED
  draw();
#endif
  pthread_create(&t, 0, run, 0);
#ifndef FIXED
  draw();
#endif
  pthread_join(t, 0);
  return 0;
}

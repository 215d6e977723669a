// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// An element that is put into a ring changes its neighbours.
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>

struct element {
  struct element *next, *before;
};
static struct element first, second, third = {&first, &first};
static struct element* volatile seen;

static void* run(void* unused) {
  insque(&second, &first);
  return unused;
}

int main(void) {
  first = (struct element){&third, &third};
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = third.before;
#else
  seen = third.before;
  pthread_join(t, 0);
#endif
  return 0;
}

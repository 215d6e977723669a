// expect: bug data_race
// main reads before it joins.
// fixed: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// main reads after it has joined.
#include <pthread.h>

static int data;

static void* run(void* unused) {
  data = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
#ifdef FIXED
  pthread_join(a, 0);
  return data != 1;
#else
  if (data > 1) return 1;
  pthread_join(a, 0);
#endif
}

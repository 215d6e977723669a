// expect: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// What a thread did before it created another is ordered; so is what the other one does with it.
#include <pthread.h>

static int data;

static void* run(void* unused) {
  data = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  data = 2;
  pthread_create(&a, 0, run, 0);
  pthread_join(a, 0);
}

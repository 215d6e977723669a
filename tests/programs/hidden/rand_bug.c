// expect: bug assertion
// message: number == first
// The twin of rand.c: the other thread may draw first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* run(void* unused) {
  random();
  return unused;
}

int main(void) {
  pthread_t t;
  srandom(1);
  long first = random();
  srandom(1);
  pthread_create(&t, 0, run, 0);
  long number = random();
  assert(number == first);
  pthread_join(t, 0);
  return 0;
}

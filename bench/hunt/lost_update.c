// depth 2: a counter is read in one critical section and written in the next.
#include <assert.h>

#include "noise.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* adder(void* unused) {
  pthread_mutex_lock(&mutex);
  int seen = counter;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  counter = seen + 1;
  pthread_mutex_unlock(&mutex);
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {adder, adder};
  run_all(bodies, 2, 3);
  assert(counter == 2);
  return 0;
}

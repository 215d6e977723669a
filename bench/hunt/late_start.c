// depth 1: a thread that asks for the settings once the others have done 60 rounds and cleared them away.
#include <assert.h>
#include <stdatomic.h>

#include "noise.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int rounds;
static atomic_int settings = 1;

static void* worker(void* unused) {
  for (int k = 0; k < 30; k++) {
    pthread_mutex_lock(&mutex);
    if (++rounds == 60) settings = 0;
    pthread_mutex_unlock(&mutex);
  }
  noise();
  return unused;
}
static void* late(void* unused) {
  assert(settings == 1);
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {worker, worker, late};
  run_all(bodies, 3, 2);
  return 0;
}

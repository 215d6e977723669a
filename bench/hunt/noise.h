// Work after the place of the bug that makes the tree of executions too big: critical sections of all threads.
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 5
#endif

static pthread_mutex_t noise_mutex = PTHREAD_MUTEX_INITIALIZER;
static int noise_counter;

static void noise(void) {
  for (int k = 0; k < ROUNDS; k++) {
    pthread_mutex_lock(&noise_mutex);
    noise_counter++;
    pthread_mutex_unlock(&noise_mutex);
  }
}

static void* noise_thread(void* unused) {
  noise();
  return unused;
}

// Runs the functions and some noise, each in a thread of its own.
static void run_all(void* (*const* bodies)(void*), int count, int noisy) {
  pthread_t threads[16];
  int started = 0;
  for (int k = 0; k < count; k++) pthread_create(&threads[started++], 0, bodies[k], (void*)(long)k);
  for (int k = 0; k < noisy; k++) pthread_create(&threads[started++], 0, noise_thread, 0);
  for (int k = 0; k < started; k++) pthread_join(threads[k], 0);
}

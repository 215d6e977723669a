// expect: bug data_race
// fixed: verified 1
// count: Main goes on when the thread has ended: 1 trace.
// The memory that a thread has as its stack is freed while the thread may still run on it.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { SIZE = 256 << 10 };

static sem_t done;
static void* run(void* unused) {
#ifndef FIXED
  sem_post(&done);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  char* stack = aligned_alloc(4096, SIZE);
  sem_init(&done, 0, 0);
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, SIZE);
  pthread_create(&thread, &attributes, run, 0);
#ifdef FIXED
  pthread_join(thread, 0);
  free(stack);
#else
  sem_wait(&done);
  free(stack);
  pthread_join(thread, 0);
#endif
  return 0;
}

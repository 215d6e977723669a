// expect: bug assertion
// fixed: verified 2
// count: main asks before or after the thread has set it: 2 traces.
// A thread is asked for the policy that it chooses meanwhile.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t asked;

static void* run(void* argument) {
  const struct sched_param priority = {.sched_priority = 5};
  assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) == 0);
  sem_wait(&asked);
  return argument;
}

int main(void) {
  int policy = 0;
  struct sched_param found;
  pthread_t thread;
  sem_init(&asked, 0, 0);
  pthread_create(&thread, NULL, run, NULL);
#ifdef FIXED
  sem_post(&asked);
#endif
  assert(pthread_getschedparam(thread, &policy, &found) == 0);
#ifdef FIXED
  assert(policy == SCHED_OTHER || found.sched_priority == 5);
#else
  assert(policy == SCHED_FIFO);
  sem_post(&asked);
#endif
  pthread_join(thread, NULL);
  return 0;
}

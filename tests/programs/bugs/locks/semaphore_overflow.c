// expect: bug assertion
// message: sem_post(&free_slots) == 0
// location: semaphore_overflow.c:17
// A semaphore that counts too far: posts beyond its largest value are lost.
// fixed: verified 2
// toy: sem slots = 1
// toy: thread give_back { release slots }
// toy: thread main { acquire slots }
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t free_slots;

static void* give_back(void* unused) {
  assert(sem_post(&free_slots) == 0);
  return unused;
}

int main(void) {
#ifdef FIXED
  sem_init(&free_slots, 0, 1);
#else
  sem_init(&free_slots, 0, SEM_VALUE_MAX);
#endif
  pthread_t thread;
  pthread_create(&thread, 0, give_back, 0);
  sem_wait(&free_slots);
  pthread_join(thread, 0);
  return 0;
}

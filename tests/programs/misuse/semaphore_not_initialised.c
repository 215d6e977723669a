// expect: bug misuse
// message: use of a semaphore that was not initialised
// Memory with something else in it is no semaphore.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <pthread.h>
#include <semaphore.h>

static sem_t* semaphore;

static void* run(void* unused) {
  sem_post(semaphore);
  sem_wait(semaphore);
  return unused;
}

int main(void) {
  static unsigned char memory[sizeof(sem_t)] __attribute__((aligned(16))) = {1, 2, 3};
  pthread_t t;
  semaphore = (sem_t*)(void*)memory;
#ifdef FIXED
  sem_init(semaphore, 0, 0);
#endif
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

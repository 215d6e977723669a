// expect: verified 1202
// A thread spins 1,200 times before it sleeps, while nobody else has used the counter yet in the first execution.
// count: The other adds before one of 1,200 looks, before the subtraction, or after it: 1202 traces.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int count;
static sem_t sleepers;

static void* give(void* unused) {
  if (atomic_fetch_add(&count, 1) < 0) sem_post(&sleepers);
  return unused;
}

int main(void) {
  sem_init(&sleepers, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, give, 0);
  for (int spin = 0; spin < 1200; spin++) {
    int old = atomic_load(&count);
    if (old > 0 && atomic_compare_exchange_strong(&count, &old, old - 1)) goto taken;
  }
  if (atomic_fetch_sub(&count, 1) <= 0) sem_wait(&sleepers);
taken:
  pthread_join(thread, 0);
  return 0;
}

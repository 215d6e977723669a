// expect: verified 6
// toy: sem s = 1
// toy: thread t[3] { acquire s; release s }
// A semaphore of 1 lets one thread in at a time; 3! orders.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int inside, total;

static void* run(void* unused) {
  sem_wait(&s);
  assert(++inside == 1);
  ++total;
  --inside;
  sem_post(&s);
  return unused;
}

int main(void) {
  pthread_t t[3];
  sem_init(&s, 0, 1);
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(total == 3);
  return sem_destroy(&s);
}

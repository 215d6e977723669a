// expect: verified 54
// toy: sem s = 2
// toy: thread t[3] { acquire s; release s }
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;

static void* run(void* unused) {
  sem_wait(&s);
  sem_post(&s);
  return unused;
}

int main(void) {
  pthread_t t[3];
  int left = 0;
  sem_init(&s, 0, 2);
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  sem_getvalue(&s, &left);
  assert(left == 2);
  return 0;
}

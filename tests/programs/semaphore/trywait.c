// expect: verified 4
// toy: sem s = 1
// toy: thread t[2] { r = tryacquire s; if r { release s } }
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* run(void* unused) {
  if (sem_trywait(&s) == 0)
    sem_post(&s);
  else
    assert(errno == EAGAIN);
  return unused;
}

int main(void) {
  pthread_t t[2];
  sem_init(&s, 0, 1);
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}

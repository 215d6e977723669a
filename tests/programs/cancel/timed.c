// expect: verified 2
// toy: var cancelled
// toy: sem s
// toy: thread t { r = cancelled; if r == 0 { q = tryacquire s } }
// toy: thread main { cas cancelled, 0, 1 }
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void* run(void* unused) {
  struct timespec deadline = {0, 0};
  int error = sem_timedwait(&s, &deadline);
  assert(error == -1 && errno == ETIMEDOUT);
  return unused;
}

int main(void) {
  pthread_t t;
  void* result;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, run, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == 0 || result == PTHREAD_CANCELED);
  return 0;
}

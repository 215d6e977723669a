// expect: verified 3
// toy: var cancelled
// toy: sem s
// toy: thread t { r = cancelled; if r == 0 { q = tryacquire s; if q == 0 { await cancelled == 9 } } }
// toy: thread main { release s; cas cancelled, 0, 1 }
// A thread that waits looks for both; where it finds neither, another execution shows how it goes on.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* run(void* unused) {
  sem_wait(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  void* result;
  int count;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, run, 0);
  sem_post(&s);
  pthread_cancel(t);
  pthread_join(t, &result);
  sem_getvalue(&s, &count);
  assert(count == (result == PTHREAD_CANCELED));
  return 0;
}

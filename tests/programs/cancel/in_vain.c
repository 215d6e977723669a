// expect: bug deadlock 1
// toy: sem s
// toy: thread t { acquire s }
// toy: thread main { join t }
// A thread that is cancelled only after it was joined: nobody can.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* run(void* unused) {
  sem_wait(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  pthread_cancel(t);
  return 0;
}

// expect: verified 2
// options: --leftover-threads=report
// toy: sem s
// toy: thread run { acquire s }
// toy: thread main { r = choose 2; if r == 1 { release s; join run } }
// An execution that is assumed away has no leftover threads: the thread waits for ever only where main does not post.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#include <mazurka.h>

static sem_t s;

static void* run(void* unused) {
  sem_wait(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, run, 0);
  mazurka_assume(mazurka_choose(2) == 1);
  sem_post(&s);
  pthread_join(t, 0);
  return 0;
}

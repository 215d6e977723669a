// expect: bug misuse 3
// options: --keep-going
// message: use of a semaphore that was destroyed
// toy: sem s
// toy: thread run { release s; release s }
// toy: thread main { acquire s; release s }  # the last stands for sem_destroy, which writes the semaphore, too
// Main does not wait for the second post: it comes before the wait, after it, or too late.
// fixed: verified 2
// toy: sem s
// toy: thread run { release s; release s }
// toy: thread main { acquire s; acquire s; release s }  # the last stands for sem_destroy, which writes the semaphore, too
// With two waits: the first comes before or after the second post.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void* run(void* unused) {
  sem_post(&s);
  sem_post(&s);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, run, 0);
  sem_wait(&s);
#ifdef FIXED
  sem_wait(&s);
#endif
  sem_destroy(&s);
  pthread_join(t, 0);
  return 0;
}

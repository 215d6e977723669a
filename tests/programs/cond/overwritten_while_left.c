// expect: bug data_race
// fixed: verified 2
// toy: mutex m
// toy: cond c
// toy: var given
// toy: thread waiter { lock m; r = given; while !r { wait c, m; r = given }; unlock m }
// toy: thread main { lock m; given = 1; signal c; unlock m }
// A condition variable is written over while the thread that was woken may still be leaving it. To destroy it first waits for that thread.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t* condition;
static int is_there;

static void* wait(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!is_there) pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t;
  condition = malloc(sizeof *condition);
  pthread_cond_init(condition, 0);
  pthread_create(&t, 0, wait, 0);
  pthread_mutex_lock(&mutex);
  is_there = 1;
  pthread_cond_signal(condition);
  pthread_mutex_unlock(&mutex);
#ifdef FIXED
  pthread_cond_destroy(condition);
#endif
  free(condition);
  pthread_join(t, 0);
  return 0;
}

// expect: verified 2
// toy: mutex m
// toy: cond c
// toy: var given
// toy: thread waiter { lock m; r = given; while !r { wait c, m; r = given }; unlock m }
// toy: thread main { lock m; given = 1; signal c; unlock m }
// lost_signal.c with a flag.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int given;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  while (!given) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  given = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}

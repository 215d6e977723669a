// expect: bug deadlock
// The waiter does not ask whether the signal has been given already.
// fixed: verified 2
// toy: mutex m
// toy: cond c
// toy: var given
// toy: thread waiter { lock m; r = given; while !r { wait c, m; r = given }; unlock m }
// toy: thread main { lock m; given = 1; signal c; unlock m }
// With a flag.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
#ifdef FIXED
static int given;
#endif

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
#ifdef FIXED
  while (!given) pthread_cond_wait(&c, &m);
#else
  pthread_cond_wait(&c, &m);
#endif
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
#ifdef FIXED
  given = 1;
#endif
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}

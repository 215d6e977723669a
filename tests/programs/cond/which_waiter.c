// expect: bug assertion
// A signal may wake any waiter, not only the one that came first.
// fixed: verified 10
// toy: mutex m
// toy: cond c
// toy: var waiting, signalled, gone
// toy: thread waiter[2] {
// toy:   lock m
// toy:   number = waiting
// toy:   waiting = number + 1
// toy:   s = signalled
// toy:   g = gone
// toy:   while !s || g != number { wait c, m; s = signalled; g = gone }
// toy:   gone = g + 1
// toy:   broadcast c
// toy:   unlock m
// toy: }
// toy: thread main { lock m; signalled = 1; broadcast c; unlock m }
// which_waiter.c, where the waiters go by the number they drew.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
#ifdef FIXED
static int waiting, signalled, gone;
#else
static int waiting, signalled, first = -1;
#endif

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  int number = waiting++;
#ifdef FIXED
  while (!signalled || gone != number) pthread_cond_wait(&c, &m);
  ++gone;
  pthread_cond_broadcast(&c);
#else
  while (!signalled) pthread_cond_wait(&c, &m);
  if (first < 0) first = number;
  pthread_cond_signal(&c);
#endif
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, waiter, 0);
  pthread_mutex_lock(&m);
#ifdef FIXED
  signalled = 1;
  pthread_cond_broadcast(&c);
#else
  int both_wait = waiting == 2;
  signalled = 1;
  pthread_cond_signal(&c);
#endif
  pthread_mutex_unlock(&m);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
#ifdef FIXED
  assert(gone == 2);
#else
  assert(!both_wait || first == 0);
#endif
  return 0;
}

// expect: bug assertion
// Two threads lock two mutexes in opposite orders, try the second and step back. Here they count how often.
// fixed: verified
// uncounted: How many rounds differ depends on the version of the compiler, by what it keeps on the stack.
// The same without the counter: they only wait for each other.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void lock_both(pthread_mutex_t* first, pthread_mutex_t* second) {
#ifndef FIXED
  int rounds = 0;
#endif
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) return;
    pthread_mutex_unlock(first);
#ifndef FIXED
    assert(++rounds < 3);
#endif
  }
}

static void* worker(void* unused) {
  lock_both(&b, &a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  lock_both(&a, &b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
}

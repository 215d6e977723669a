// expect: bug assertion
// A thread that has one mutex tries to get another one, and steps back if it cannot. Here it counts how often.
// fixed: verified 4
// toy: # Whose try fails LOOKS times is known to wait; how many depends on the compiler.
// toy: const LOOKS = 1
// toy: mutex a, b
// toy: var never
// toy: thread main { lock a; lock b; unlock b; unlock a }
// toy: thread worker {
// toy:   n = 0
// toy:   lock b
// toy:   r = trylock a
// toy:   while !r { unlock b; n = n + 1; if n == LOOKS { await never == 99 }; lock b; r = trylock a }
// toy:   unlock a
// toy:   unlock b
// toy: }
// The same without the counter: it only waits.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* unused) {
#ifndef FIXED
  int rounds = 0;
#endif
  for (;;) {
    pthread_mutex_lock(&b);
    if (pthread_mutex_trylock(&a) == 0) break;
    pthread_mutex_unlock(&b);
#ifndef FIXED
    assert(++rounds < 3);
#endif
  }
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
}

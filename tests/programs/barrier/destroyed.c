// expect: bug misuse
// message: wait at a barrier that was destroyed
// fixed: verified 2
// toy: # The last to arrive wakes the other.
// toy: var arrived
// toy: sem woken[2]
// toy: thread t[2] { n = fetch_add arrived, 1; if n == 1 { release woken[1 - me] } else { acquire woken[me] } }
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void* run(void* unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t t;
#ifdef FIXED
  assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
#endif
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_barrier_wait(&barrier);
  pthread_join(t, 0);
  pthread_barrier_destroy(&barrier);
#else
  pthread_barrier_destroy(&barrier);
  pthread_join(t, 0);
#endif
  return 0;
}

// expect: bug data_race
// fixed: verified 2
// toy: # The last to arrive wakes the other.
// toy: var arrived
// toy: sem woken[2]
// toy: thread t[2] { n = fetch_add arrived, 1; if n == 1 { release woken[1 - me] } else { acquire woken[me] } }
// A barrier is freed by the first thread that has passed it, while the other may still be leaving. To destroy it first waits for that.
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t* barrier;

static void* run(void* unused) {
  if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
#ifdef FIXED
    pthread_barrier_destroy(barrier);
#endif
    free(barrier);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, 0, 2);
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  return 0;
}

// expect: bug deadlock
// Three philosophers, each with the left fork in the hand.
// fixed: verified 6
// toy: mutex f[3]
// toy: thread p[3] {
// toy:   if me == 0 { a = 0; b = 1 } else if me == 1 { a = 1; b = 2 } else { a = 0; b = 2 }
// toy:   lock f[a]
// toy:   lock f[b]
// toy:   unlock f[b]
// toy:   unlock f[a]
// toy: }
#include <pthread.h>
#include <stdint.h>

enum { kSeats = 3 };
static pthread_mutex_t forks[kSeats] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                        PTHREAD_MUTEX_INITIALIZER};

static void* dine(void* argument) {
  int seat = (int)(intptr_t)argument;
  int first = seat, second = (seat + 1) % kSeats;
#ifdef FIXED
  if (second < first) first = second, second = seat;
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return 0;
}

int main(void) {
  pthread_t threads[kSeats];
  for (intptr_t n = 0; n < kSeats; n++) pthread_create(&threads[n], 0, dine, (void*)n);
  for (int n = 0; n < kSeats; n++) pthread_join(threads[n], 0);
  return 0;
}

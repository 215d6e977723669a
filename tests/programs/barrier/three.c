// expect: verified 6
// toy: # The last to arrive wakes the others.
// toy: var arrived
// toy: sem woken[3]
// toy: thread t[3] {
// toy:   n = fetch_add arrived, 1
// toy:   if n < 2 { acquire woken[me]; return }
// toy:   for k = 0 to 2 { if k != me { release woken[k] } }
// toy: }
// Three threads arrive in 3! orders; after that each has seen what the others wrote before, and one of them is the serial one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static int written[3];
static int serial[3];

static void* run(void* argument) {
  int me = *(int*)argument;
  written[me] = 1;
  int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  serial[me] = result != 0;
  assert(written[0] && written[1] && written[2]);
  return 0;
}

int main(void) {
  pthread_t t[3];
  int numbers[3] = {0, 1, 2};
  pthread_barrier_init(&barrier, 0, 3);
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, &numbers[n]);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(serial[0] + serial[1] + serial[2] == 1);
  return pthread_barrier_destroy(&barrier);
}

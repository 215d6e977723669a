// expect: verified 8
// options: --races=ignore
// toy: # The second to arrive in a round wakes the other.
// toy: var arrived
// toy: sem woken[2]
// toy: thread t[2] {
// toy:   repeat 3 { n = fetch_add arrived, 1; if n % 2 == 1 { release woken[1 - me] } else { acquire woken[me] } }
// toy: }
// The same barrier three times: nobody is a round ahead of the others. Two orders of arrival in each round: 2 * 2 * 2.
// (A thread may begin the next round while the other looks: a race on purpose.)
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int round_of[2];

static void* run(void* argument) {
  int me = *(int*)argument;
  for (int n = 0; n < 3; ++n) {
    round_of[me] = n;
    pthread_barrier_wait(&barrier);
    assert(round_of[1 - me] == n || round_of[1 - me] == n + 1);
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  int numbers[2] = {0, 1};
  pthread_barrier_init(&barrier, 0, 2);
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, &numbers[n]);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}

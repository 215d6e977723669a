// expect: verified 32
// toy: mutex m
// toy: cond c[2]
// toy: var turn
// toy: thread player[2] {
// toy:   repeat 3 {
// toy:     lock m
// toy:     r = turn
// toy:     while r != me { wait c[me], m; r = turn }
// toy:     turn = 1 - me
// toy:     signal c[1 - me]
// toy:     unlock m
// toy:   }
// toy: }
// Two threads take turns, each waits for the other on its own condition variable.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c[2] = {PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER};
static int turn, played;

static void* player(void* argument) {
  int me = (int)(intptr_t)argument;
  for (int n = 0; n < 3; ++n) {
    pthread_mutex_lock(&m);
    while (turn != me) pthread_cond_wait(&c[me], &m);
    assert(played++ == 2 * n + me);
    turn = 1 - me;
    pthread_cond_signal(&c[1 - me]);
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (intptr_t n = 0; n < 2; ++n) pthread_create(&t[n], 0, player, (void*)n);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(played == 6);
  return 0;
}

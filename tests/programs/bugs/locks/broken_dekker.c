// expect: bug assertion
// message: inside == 1
// location: broken_dekker.c:32
// Mutual exclusion by two flags, each raised too late: after the look at the other one.
// fixed: verified 7
// toy: var wants[2], inside
// toy: thread t[2] {
// toy:   wants[me] = 1
// toy:   r = wants[1 - me]
// toy:   if r == 0 { r = fetch_add inside, 1; r = inside; r = fetch_add inside, -1 }
// toy:   wants[me] = 0
// toy: }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2];
static atomic_int inside;

static void* run(void* argument) {
  intptr_t me = (intptr_t)argument;
#ifdef FIXED
  wants[me] = 1;
  int may_enter = wants[1 - me] == 0;
#else
  int may_enter = wants[1 - me] == 0;
  wants[me] = 1;
#endif
  if (may_enter) {
    inside++;
    assert(inside == 1);
    inside--;
  }
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, (void*)1);
  run((void*)0);
  pthread_join(thread, 0);
  return 0;
}

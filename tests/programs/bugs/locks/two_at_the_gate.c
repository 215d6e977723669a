// expect: bug livelock
// Two threads that politely step back for each other, in step, for ever.
// fixed: verified 3
// toy: var wants[2]
// toy: thread polite { wants[0] = 1; wants[0] = 0; r = wants[1]; if r { await wants[1] == 99 }; wants[0] = 1; wants[0] = 0 }
// toy: thread other { wants[1] = 1; wants[1] = 0 }
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int wants[2];

static void* pass(void* argument) {
  int me = (int)(intptr_t)argument;
  wants[me] = 1;
#ifdef FIXED
  // Only one of them is polite.
  if (me == 0) {
    wants[0] = 0;
    while (wants[1]) {
    }
    wants[0] = 1;
  }
#else
  while (wants[1 - me]) {
  }
#endif
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, pass, (void*)1);
  pass((void*)0);
  pthread_join(thread, 0);
  return 0;
}

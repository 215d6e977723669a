// expect: bug endless_loop
// message: it only reads, and what it reads is not atomic
// fixed: verified 1
// count: One thread has no step but its end: 1 trace.
// A loop that reads the same for ever: found sooner than one that computes.
#include <pthread.h>

static volatile int words[3];

static void* look(void* unused) {
#ifdef FIXED
  words[2] = 1;
#endif
  for (int k = 0; words[k] == 0; k = (k + 1) % 3) {
  }
  return unused;
}

int main(void) {
  pthread_t looker;
  pthread_create(&looker, 0, look, 0);
  pthread_join(looker, 0);
}

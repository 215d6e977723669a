// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The texts about a user go to memory of the program's.
#define _GNU_SOURCE
#include <pthread.h>
#include <pwd.h>
#include <sys/types.h>

static char memory[1024];
static volatile char seen;

static void* run(void* unused) {
  struct passwd user, *found;
  getpwuid_r(0, &user, memory, sizeof memory, &found);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = memory[1];
#else
  seen = memory[1];
  pthread_join(t, 0);
#endif
  return 0;
}

// expect: bug data_race
// flags: --compiler=clang-14
// message: data race on both
// fixed: verified 1
// count: The threads share nothing that is visible: one trace.
// clang leaves out accesses to a member of a variable on the stack if nobody has the address of that member, although
// another thread may have the address of the whole.
#include <pthread.h>

struct Both {
  int first, second;
};

static void* writes(void* whole) {
  ((struct Both*)whole)->second = 7;
  return 0;
}

int main(void) {
  struct Both both = {1, 2};
  pthread_t t;
  pthread_create(&t, 0, writes, &both);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  both.second = 3;
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return both.second == 5;
}

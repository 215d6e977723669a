// expect: bug data_race
// message: data race on copy
// fixed: verified 3
// count: a load and then a compare-exchange that fails, and an exchange before, between or after these: 3 traces.
// flags: -latomic
// What an operation of libatomic reads and writes beside the atomic variable are plain accesses of the thread.
#include <pthread.h>

struct big {
  long words[4];
};
static struct big variable, copy, given, taken, expected = {{9, 9, 9, 9}}, desired;

static void* other(void* unused) {
  (void)unused;
  __atomic_load(&variable, &copy, __ATOMIC_SEQ_CST);
  __atomic_compare_exchange(&variable, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  given.words[1] = 1;
  __atomic_exchange(&variable, &given, &taken, __ATOMIC_SEQ_CST);
#ifndef FIXED
  taken = copy;
#endif
  pthread_join(t, 0);
  return (int)(taken.words[1] + copy.words[0] + expected.words[0] == 99);
}

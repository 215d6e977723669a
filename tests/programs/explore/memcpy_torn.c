// expect: bug assertion
// options: --races=explore
// memcpy is not one step: half of the structure is of one time, and half of another.
// fixed: verified 4
// toy: var a, b
// toy: thread change { r = a; a = r + 1; r = b; b = r + 1 }
// toy: thread copier { r = a; r = b }
// Each half is seen before or after its change.
// 4 traces: each of the two words is copied before or after it is written.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct pair {
  long a, b;
} pair;

static void *change(void *argument) {
  pair.a++;
  pair.b++;
  return argument;
}

static void *copy(void *argument) {
  struct pair mine;
  memcpy(&mine, &pair, sizeof mine);
#ifdef FIXED
  assert(mine.a >= 0 && mine.a <= 1 && mine.b >= 0 && mine.b <= 1);
#else
  assert(mine.a >= mine.b);
#endif
  return argument;
}

int main(void) {
  pthread_t changer, copier;
  pthread_create(&changer, 0, change, 0);
  pthread_create(&copier, 0, copy, 0);
  pthread_join(changer, 0);
  pthread_join(copier, 0);
  return 0;
}

// expect: bug assertion
// options: --races=explore
// memcpy is not one step: half of the structure is of one time, and half of another.
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
  assert(mine.a >= mine.b);
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

// expect: bug assertion
// options: --races=explore
// A thread looks between two writes that belong together.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static int a, b;

static void *set(void *argument) {
  a = 1;
  b = -1;
  return argument;
}

static void *check(void *argument) {
  if (!((a == 0 && b == 0) || (a == 1 && b == -1))) reach_error();
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, set, 0);
  pthread_create(&second, 0, check, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}

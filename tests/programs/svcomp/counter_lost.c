// expect: bug assertion
// options: --races=explore
// One of the two updates can be lost.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
void reach_error(void) { assert(0); }
static int counter;

static void *add(void *argument) {
  counter = counter + 1;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  if (counter != 2) reach_error();
  return 0;
}

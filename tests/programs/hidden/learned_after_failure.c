// expect: bug assertion
// A thread draws a number, which is no step as long as nobody else does, and fails. In the same execution main draws one,
// too: the exploration starts again, and the failure is told as it is met then, so that its trace replays.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* worker(void* none) {
  srand(1);
  assert(rand() < 0);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  srand(1);
  pthread_join(thread, NULL);
  return 0;
}

// expect: bug leak
// options: --leaks
// message: memory leak: 20 bytes in 2 blocks are lost, the first of them with 8 bytes
// What only variables of a thread that has ended point to is lost.
#include <pthread.h>
#include <stdlib.h>

static _Thread_local void *own;

static void *forget(void *argument) {
  void *volatile here = malloc(8);
  own = malloc(12);
  return here != 0 ? argument : 0;
}

// A second thread, so that what the first has left in registers is gone.
static void *nothing(void *argument) {
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, forget, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, nothing, 0);
  pthread_join(thread, 0);
  return 0;
}

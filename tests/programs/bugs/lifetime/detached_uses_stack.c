// expect: bug data_race
// message: end of the function of T0 whose variable it is
// location: detached_uses_stack.c:24
// A thread that nobody waits for writes to a variable of a function that has returned.
// fixed: verified 1
// count: The thread has no step, only plain accesses to memory that is its own: 1 trace.
#include <pthread.h>
#include <stdlib.h>

static void* fill(void* result) {
  *(int*)result = 1;
  return 0;
}

static void start(void) {
  pthread_t thread;
#ifdef FIXED
  int* result = malloc(sizeof *result);
#else
  int on_stack;
  int* result = &on_stack;
#endif
  pthread_create(&thread, 0, fill, result);
  pthread_detach(thread);
}

int main(void) {
  start();
}

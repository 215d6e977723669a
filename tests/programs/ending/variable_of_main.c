// expect: bug data_race
// message: end of T0
// fixed: verified 1
// count: main waits for the thread, and touches nothing that it touches: 1 trace.
// A detached thread has the address of a variable of main, which is gone when main returns.
#include <pthread.h>

static void* add(void* argument) {
  ++*(int*)argument;
  return NULL;
}

int main(void) {
  int number = 3;
  pthread_t thread;
  pthread_create(&thread, NULL, add, &number);
#ifdef FIXED
  pthread_join(thread, NULL);
#else
  pthread_detach(thread);
#endif
  return 0;
}

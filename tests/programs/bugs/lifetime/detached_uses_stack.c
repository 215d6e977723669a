// expect: bug data_race
// location: detached_uses_stack.c:29
// A thread that nobody waits for writes to a variable of a function that has returned.
// fixed: verified 1
// count: The thread has no step, only plain accesses to memory that is its own: 1 trace.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void* fill(void* result) {
  *(int*)result = 1;
  return 0;
}

__attribute__((noinline)) static void start(void) {
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

__attribute__((noinline)) static int use_stack(void) {
  char text[256];
  memset(text, 'x', sizeof text);
  return text[255];
}

int main(void) {
  start();
  return use_stack() != 'x';
}

// expect: bug use_after_free
// message: on the stack of T1, which has ended
// location: stack_of_ended_thread.c:27
// fixed: verified 1
// count: 1, since there is one thread at a time.
// A thread leaves a pointer to its own variable behind. (The repair makes the variable last.)
#include <pthread.h>
#include <stdio.h>

static int* left_behind;

static void* run(void* unused) {
#ifdef FIXED
  static int number;
#else
  int number;
#endif
  number = 7;
  left_behind = &number;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  printf("%d\n", *left_behind);
}

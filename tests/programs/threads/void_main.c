// expect: verified 1
// count: 1, since main waits for its only thread.
// flags: -Wno-main -Wno-main-return-type
// A main function that returns nothing: what is left in the register is not the exit status.
#include <pthread.h>
#include <stdio.h>

static void* run(void* unused) {
  return unused;
}

void main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  printf("%d characters\n", printf("hello\n"));
}

// expect: bug exit
// message: exit with status 3
// flags: -Wno-main -Wno-main-return-type
// But exit() says what the status is.
#include <pthread.h>
#include <stdlib.h>

static void* run(void* unused) {
  return unused;
}

void main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  exit(3);
}

// expect: bug assertion
// options: --races=explore
// The flag comes before the data.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static int data, ready;

static void *send(void *argument) {
  ready = 1;
  data = 1;
  return argument;
}

static void *receive(void *argument) {
  if (ready == 1 && data != 1) reach_error();
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, send, 0);
  pthread_create(&second, 0, receive, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}

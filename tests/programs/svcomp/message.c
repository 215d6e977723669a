// expect: bug assertion
// options: --races=explore
// The flag comes before the data.
// fixed: verified 2
// toy: var data, ready
// toy: thread first { data = 1; ready = 1 }
// toy: thread second { r = ready; if r == 1 { r = data } }
// Message passing under sequential consistency: the flag is not seen, or seen with the data.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static int data, ready;

static void *send(void *argument) {
#ifdef FIXED
  data = 1;
  ready = 1;
#else
  ready = 1;
  data = 1;
#endif
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

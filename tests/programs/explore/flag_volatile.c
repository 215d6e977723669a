// expect: bug assertion
// options: --races=explore
// flags: -O2
// The same with a volatile flag, optimised, and with the writes the wrong way round.
// fixed: verified
// The same with a volatile flag, optimised..
#include <assert.h>
#include <pthread.h>

static volatile int flag, data;

static void *write_data(void *argument) {
#ifdef FIXED
  data = 42;
  flag = 1;
#else
  flag = 1;
  data = 42;
#endif
  return argument;
}

static void *wait_for_data(void *argument) {
  while (flag == 0) {
  }
  assert(data == 42);
  return argument;
}

int main(void) {
  pthread_t reader, writer;
  pthread_create(&reader, 0, wait_for_data, 0);
  pthread_create(&writer, 0, write_data, 0);
  pthread_join(reader, 0);
  pthread_join(writer, 0);
  return 0;
}

// expect: bug assertion
// options: --races=explore
// flags: -O2
// The same with a volatile flag, optimised, and with the writes the wrong way round.
// fixed: verified 3
// toy: # Who looks LOOKS times too early is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var flag
// toy: thread writer { flag = 1 }
// toy: thread reader { n = 0; r = flag; while !r { n = n + 1; if n == LOOKS { await flag == 99 }; r = flag } }
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

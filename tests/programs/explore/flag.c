// expect: verified 3
// options: --races=explore
// toy: # A second look that sees the same is a spin loop: it waits for ever there.
// toy: var flag, data
// toy: thread writer { data = 42; flag = 1 }
// toy: thread reader { r = flag; if r == 0 { r = flag }; if r == 1 { r = data } }
// A thread spins on a plain flag, and then reads what the other one wrote before. 3 traces, as with atomic variables:
// the flag is seen at once; it is not seen and the thread waits for ever there; and the second look sees it.
#include <assert.h>
#include <pthread.h>

#include "shared.h"

static SHARED(int) flag, data;

static void *write_data(void *argument) {
  STORE(data, 42);
  STORE(flag, 1);
  return argument;
}

static void *wait_for_data(void *argument) {
  while (LOAD(flag) == 0) {
  }
  assert(LOAD(data) == 42);
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

// expect: verified 1
// count: Nothing that the thread calls is a step, and main only joins it: one trace.
// A destructor that sets its key again is called again, up to PTHREAD_DESTRUCTOR_ITERATIONS times.
#include <assert.h>
#include <pthread.h>

static pthread_key_t twice, for_ever;
static int calls_twice, calls_for_ever;

static void destroy_twice(void* value) {
  if (++calls_twice == 1) pthread_setspecific(twice, value);
}

static void destroy_for_ever(void* value) {
  ++calls_for_ever;
  pthread_setspecific(for_ever, value);
}

static void* run(void* unused) {
  pthread_setspecific(twice, &calls_twice);
  pthread_setspecific(for_ever, &calls_for_ever);
  return unused;
}

int main(void) {
  pthread_key_create(&twice, destroy_twice);
  pthread_key_create(&for_ever, destroy_for_ever);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(calls_twice == 2);
  assert(calls_for_ever == 4);  // PTHREAD_DESTRUCTOR_ITERATIONS of glibc
  return 0;
}

// expect: verified 1
// count: The threads have no step, and main only joins them: one trace.
// What a thread returns is what join gives, in whatever order the threads are joined.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void* square(void* argument) {
  intptr_t n = (intptr_t)argument;
  return (void*)(n * n);
}

int main(void) {
  pthread_t t[4];
  for (intptr_t n = 0; n < 4; ++n) assert(pthread_create(&t[n], 0, square, (void*)n) == 0);
  for (intptr_t n = 3; n >= 0; --n) {
    void* result;
    assert(pthread_join(t[n], &result) == 0);
    assert((intptr_t)result == n * n);
  }
  return 0;
}

// expect: verified 1
// count: The threads have no step, and main only joins them: one trace.
// pthread_self and pthread_equal agree with what pthread_create gave.
#include <assert.h>
#include <pthread.h>

static void* whoami(void* where) {
  *(pthread_t*)where = pthread_self();
  return 0;
}

int main(void) {
  pthread_t t[3], self[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, whoami, &self[n]);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  for (int n = 0; n < 3; ++n) {
    assert(!pthread_equal(self[n], pthread_self()));
    for (int k = 0; k < 3; ++k) assert(!pthread_equal(t[n], self[k]) == (n != k));
  }
  return 0;
}

// expect: bug assertion
// fixed: verified 1
// count: The join leaves nothing to reorder: one trace.
// Which thread gets which key depends on the order.
#include <assert.h>
#include <pthread.h>

static pthread_key_t first, second;
static void* run(void* unused) {
  pthread_key_create(&first, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  pthread_key_create(&second, 0);
#else
  pthread_key_create(&second, 0);
  pthread_join(t, 0);
#endif
  assert(first < second);
  return 0;
}

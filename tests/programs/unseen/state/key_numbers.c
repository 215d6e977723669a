// expect: bug assertion
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
  pthread_key_create(&second, 0);
  pthread_join(t, 0);
  assert(first < second);
  return 0;
}

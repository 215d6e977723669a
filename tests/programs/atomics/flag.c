// expect: verified 2
// toy: var flag
// toy: thread t[2] { r = exchange flag, 1 }
// atomic_flag: one of two threads is the first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag flag = ATOMIC_FLAG_INIT;
static int first[2];

static void* run(void* where) {
  *(int*)where = !atomic_flag_test_and_set(&flag);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, &first[n]);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(first[0] + first[1] == 1);
  atomic_flag_clear(&flag);
  assert(!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire));
  return 0;
}

// expect: verified 6
// toy: var x
// toy: thread t[3] { r = fetch_add x, 2 }
// The old __sync functions are atomics too.
#include <assert.h>
#include <pthread.h>

static int x, y;

static void* run(void* unused) {
  __sync_fetch_and_add(&x, 2);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  assert(__sync_lock_test_and_set(&y, 5) == 0);
  assert(__sync_bool_compare_and_swap(&y, 5, 6));
  assert(__sync_val_compare_and_swap(&y, 5, 7) == 6);
  assert(__sync_add_and_fetch(&y, 1) == 7);
  __sync_lock_release(&y);
  __sync_synchronize();
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(x == 6 && y == 0);
  return 0;
}

// expect: bug assertion
// message: sum != 35
// What a thread returns depends on the others, and main finds it by joining: a join that was made before, with another
// result, tells nothing.
// fixed: verified 90
// count: three threads with two updates of one variable each: 6! / (2! * 2! * 2!) = 90
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* turn(void* argument) {
  int r = (int)(long)argument;
  for (int n = 0; n < 2; n++) r = atomic_fetch_add(&x, r + 1);
  return (void*)(long)r;
}

int main(void) {
  pthread_t t[3];
  int sum = 0;
  for (long n = 0; n < 3; n++) pthread_create(&t[n], 0, turn, (void*)n);
  for (int n = 0; n < 3; n++) {
    void* result;
    pthread_join(t[n], &result);
    sum += (int)(long)result;
  }
#ifdef FIXED
  assert(sum <= 35);
#else
  assert(sum != 35);
#endif
  return 0;
}

// expect: bug signal 6
// options: --keep-going
// failed: 1
// toy: mutex m
// toy: var order
// toy: thread t[3] { lock m; r = order; order = 10 * r + me + 1; assert 10 * r + me + 1 != 213; unlock m }
// A crash in exactly one of 3! traces; the other five are explored all the same.
// fixed: verified 6
// toy: mutex m
// toy: thread t[3] { lock m; unlock m }
// one_in_six.c without the crash.
#include <pthread.h>
#include <stdint.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int order;
#ifndef FIXED
static volatile int* volatile nowhere = (int*)8;
#endif

static void* run(void* argument) {
  pthread_mutex_lock(&m);
  order = 10 * order + (int)(intptr_t)argument;
#ifdef FIXED
  if (order == 213) order = 0;
#else
  if (order == 213) *nowhere = 1;
#endif
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (intptr_t n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, (void*)(n + 1));
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  return 0;
}

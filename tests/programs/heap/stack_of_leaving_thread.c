// expect: bug data_race
// message: end of T1, which frees its stack
// fixed: verified 1
// count: Each thread waits for the one that it has started: 1 trace.
// A thread leaves by pthread_exit while another one may still use its variable.
#include <pthread.h>

static pthread_t user;

static void* use(void* number) {
  ++*(int*)number;
  return 0;
}

static void* lend(void* unused) {
  int number = 0;
  pthread_create(&user, 0, use, &number);
#ifdef FIXED
  pthread_join(user, 0);
#endif
  pthread_exit(unused);
}

int main(void) {
  pthread_t lender;
  pthread_create(&lender, 0, lend, 0);
  pthread_join(lender, 0);
#ifndef FIXED
  pthread_join(user, 0);
#endif
}

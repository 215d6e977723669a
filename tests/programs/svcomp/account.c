// expect: bug assertion
// options: --races=explore
// For some amounts there is nothing left.
// fixed: verified 334
// Amounts are inputs, and abort() in assume_abort_if_not is no bug: such an execution does not count.
// count: Inputs are 0 to 3. Of the 64 choices, 10 have x + y < z, which is one execution each that does not count
//   further; the other 54 have 3 critical sections in 6 orders. 10 + 54 * 6 = 334 traces.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
static void assume_abort_if_not(int condition) {
  if (!condition) abort();
}
void reach_error(void) { assert(0); }

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z, balance, deposited, withdrawn;

static void *deposit(void *argument) {
  pthread_mutex_lock(&mutex);
  balance = balance + y;
  deposited = 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *withdraw(void *argument) {
  pthread_mutex_lock(&mutex);
  balance = balance - z;
  withdrawn = 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *check(void *argument) {
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  if (deposited && withdrawn && balance != (x + y) - z) reach_error();
#else
  if (deposited && withdrawn && balance == 0) reach_error();
#endif
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  x = __VERIFIER_nondet_int();
  y = __VERIFIER_nondet_int();
  z = __VERIFIER_nondet_int();
  assume_abort_if_not(x + y >= z);
  balance = x;
  pthread_create(&threads[0], 0, check, 0);
  pthread_create(&threads[1], 0, deposit, 0);
  pthread_create(&threads[2], 0, withdraw, 0);
  for (int t = 0; t < 3; t++) pthread_join(threads[t], 0);
  return 0;
}

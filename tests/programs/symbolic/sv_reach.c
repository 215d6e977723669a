// expect: bug assertion
// options: --symbolic
// In the style of the software verification competition: one value of all is wrong.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void reach_error(void) { assert(0); }

static void* set(void* unused) {
  pthread_mutex_lock(&mutex);
  x = __VERIFIER_nondet_int();
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  pthread_mutex_lock(&mutex);
  if (x == -2147483647 - 1) reach_error();
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}

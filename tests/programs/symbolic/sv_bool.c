// expect: verified 4
// options: --symbolic
// A flag and two orders.
// count: Two critical sections have 2 orders, and the flag is set or not: 4.
extern _Bool __VERIFIER_nondet_bool(void);
#include <assert.h>
#include <pthread.h>

static _Bool flag;
static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  if (flag) count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* look(void* unused) {
  pthread_mutex_lock(&mutex);
  assert(count <= 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  flag = __VERIFIER_nondet_bool();
  pthread_t threads[2];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, look, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
}

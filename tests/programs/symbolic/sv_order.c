// expect: verified 9
// options: --symbolic
// Two threads take the larger of what is there and their number: the order does not matter.
// count: In each of 2 orders, the first number is 0 or not, and the second one is larger than what is there or not: 8. If the second
//   number came first and the first one is not larger, the end asks whether they are equal: one more, 9.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static unsigned numbers[2], largest;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* offer(void* argument) {
  pthread_mutex_lock(&mutex);
  const unsigned own = *(unsigned*)argument;
  if (own > largest) largest = own;
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  for (int k = 0; k < 2; k++) numbers[k] = __VERIFIER_nondet_uint();
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) pthread_create(&threads[k], 0, offer, &numbers[k]);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
  const int right = largest == numbers[0] || largest == numbers[1];
  assert(right && largest >= numbers[0] && largest >= numbers[1]);
}

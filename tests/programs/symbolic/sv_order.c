// expect: verified 6
// options: --symbolic
// Two threads take the larger of what is there and their number: the order does not matter.
// count: The first thread to come sees 0 and its own number, which is larger or not; the second one compares with that. If the first
//   number is not larger than 0 the second is compared with 0: with unsigned numbers, 0 itself or not. The comparisons are selects and
//   no branches, so only the last one is a branch: "was it the larger one?", which is always true. 2 orders, and ...
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

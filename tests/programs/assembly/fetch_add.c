// expect: bug assertion
// message: got[0] != got[1]
// The result of lock xadd is the value before; two loads and a store are not the same.
// fixed: verified 2
// count: two locked additions, in either order: 2 traces.
#include <assert.h>
#include <pthread.h>

static int next;
static int got[2];

static int fetch_add(int* memory, int summand) {
#ifdef FIXED
  __asm__ volatile("lock xaddl %0, %1" : "+r"(summand), "+m"(*memory) : : "memory", "cc");
  return summand;
#else
  int before;
  __asm__ volatile("movl %1, %0" : "=r"(before) : "m"(*memory) : "memory");
  __asm__ volatile("movl %1, %0" : "=m"(*memory) : "r"(before + summand) : "memory");
  return before;
#endif
}
static void* run(void* place) {
  *(int*)place = fetch_add(&next, 1);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, &got[n]);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(got[0] != got[1]);
  return 0;
}

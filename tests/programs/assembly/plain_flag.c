// expect: bug data_race
// A store of inline assembly, which is atomic, against a plain read, which is not.
// fixed: verified 2
// count: the load of the flag sees it or not: 2 traces.
#include <pthread.h>

static int flag;

static void* write_it(void* unused) {
  __asm__ volatile("movl $1, %0" : "=m"(flag) : : "memory");
  return unused;
}
static void* read_it(void* unused) {
  int seen;
#ifdef FIXED
  __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(flag) : "memory");
#else
  seen = flag;
#endif
  return seen ? unused : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write_it, 0);
  pthread_create(&b, 0, read_it, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

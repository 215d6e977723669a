// expect: verified 2
// Loads and stores of inline assembly are what they are to the processor: they acquire and release.
// count: the load of the flag sees it or not: 2 traces.
#include <assert.h>
#include <pthread.h>

static int flag, data;

static void* send(void* unused) {
  data = 42;
  __asm__ volatile("movl %1, %0" : "=m"(flag) : "r"(1) : "memory");
  return unused;
}
static void* receive(void* unused) {
  int seen;
  __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(flag) : "memory");
  if (seen) assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, send, 0);
  pthread_create(&b, 0, receive, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

// expect: unsupported assembly
// The floating-point unit loads a number that another thread writes: nobody sees it.
#include <pthread.h>

static long number;

static void* write_it(void* unused) {
  number = 5;
  return unused;
}
static void* read_it(void* unused) {
  long copy;
  __asm__ volatile("fildq %1\n\tfistpq %0" : "=m"(copy) : "m"(number) : "memory");
  return copy == 5 ? unused : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write_it, 0);
  pthread_create(&b, 0, read_it, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

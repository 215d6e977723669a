// expect: bug data_race
// fixed: verified 1
// count: 1, since no thread has an operation but its beginning and its end.
// Memory is made read-only while another thread writes to it. (One that only reads may go on.)
#include <pthread.h>
#include <sys/mman.h>

static int *numbers;

static void *use(void *unused) {
#ifdef FIXED
  return numbers[3] == 0 ? unused : numbers;
#else
  numbers[3] = 1;
  return unused;
#endif
}

static void *protect(void *unused) {
  mprotect(numbers, 4096, PROT_READ);
  return unused;
}

int main(void) {
  numbers = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  numbers[0] = 1;
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, protect, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

// expect: bug data_race
// fixed: verified 1
// count: 1, since no thread has an operation but its beginning and its end.
// The contents of memory are thrown away while another thread reads them. (Advice that changes nothing is harmless.)
#include <pthread.h>
#include <sys/mman.h>

#ifdef FIXED
#define ADVICE MADV_WILLNEED
#else
#define ADVICE MADV_DONTNEED
#endif

static int *numbers;

static void *use(void *unused) {
  return numbers[3] == 7 ? unused : numbers;
}

static void *advise(void *unused) {
  madvise(numbers, 4096, ADVICE);
  return unused;
}

int main(void) {
  pthread_t a, b;
  numbers = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  numbers[3] = 7;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, advise, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

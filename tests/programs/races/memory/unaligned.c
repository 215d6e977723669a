// expect: bug data_race
// An unaligned access across a boundary of 8 bytes, and one of its bytes.
// fixed: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// An unaligned access across a boundary of 8 bytes, and the bytes around it.
#include <pthread.h>

struct __attribute__((packed)) {
  char before[6];
  int number;
#ifdef FIXED
  char after;
#endif
} shared __attribute__((aligned(8)));

static void* first(void* unused) {
  shared.number = 1;
  return unused;
}
static void* second(void* unused) {
  char* bytes = (char*)&shared;
#ifdef FIXED
  bytes[5] = 1;
  shared.after = 1;
#else
  bytes[9] = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

// expect: verified 1
// count: The thread does nothing that main does before the join. 1 trace.
// Before the first thread, memory lies where the program wishes it, unless something else is there.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static char* map(unsigned long wish, int flags) {
  return mmap((void*)wish, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
}

static void* write_it(void* at) {
  *(char*)at = 1;
  return 0;
}

int main(void) {
  const unsigned long low = 0x20000000000, high = 0x30000000000;
  char* first = map(low, 0);
  char* second = map(low, 0);
  char* fixed = map(high, MAP_FIXED);
  char* third = map(high, 0);
  assert(first == (char*)low && fixed == (char*)high);
  assert(second != MAP_FAILED && second != first && third != MAP_FAILED && third != fixed);
  pthread_t t;
  pthread_create(&t, 0, write_it, first + 1);
  pthread_join(t, 0);
  assert(first[1] == 1 && first[0] == 0 && second[0] == 0 && third[0] == 0);
}

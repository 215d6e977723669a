// expect: unsupported mremap
// The same memory at two addresses: nobody compares the accesses to one with those to the other.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static int *one, *two;
static void* run(void* unused) {
  *one = 1;
  return unused;
}

int main(void) {
  one = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  two = mremap(one, 0, 4096, MREMAP_MAYMOVE);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  *two = 2;
  pthread_join(t, 0);
  return 0;
}

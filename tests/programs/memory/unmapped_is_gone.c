// expect: bug signal
// message: SIGSEGV
// A thread uses memory from before the threads that another has unmapped.
// fixed: verified 1
// count: The two threads have no operation in common but the end of the first, which main waits for: 1 trace.
#include <pthread.h>
#include <sys/mman.h>

static char* memory;
static void* unmap(void* unused) {
  munmap(memory, 4096);
  return unused;
}
int main(void) {
  pthread_t t;
  memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&t, 0, unmap, 0);
  pthread_join(t, 0);
#ifndef FIXED
  memory[7]++;
#endif
  return 0;
}

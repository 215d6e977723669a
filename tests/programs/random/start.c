// expect: bug assertion
// message: bytes[0] != 255
// fixed: verified 1
// assumes: random numbers are the same in every execution
// count: Main looks after the thread's end: 1 trace.
// The random bytes that the kernel gives each process are the same in all that run the program.
#include <assert.h>
#include <pthread.h>
#include <sys/auxv.h>

static unsigned char bytes[16];
static void* run(void* unused) {
  const unsigned char* given = (const unsigned char*)getauxval(AT_RANDOM);
  int sum = 0;
  for (int k = 0; k < 16; k++) sum += bytes[k] = given[k];
#ifndef FIXED
  bytes[0] = sum >= 0 ? 255 : 0;
#endif
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(bytes[0] != 255);
  return 0;
}

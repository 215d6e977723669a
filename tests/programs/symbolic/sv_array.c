// expect: bug assertion
// options: --symbolic
// A filter that lets one byte of 256 through, in any of three places.
extern unsigned char __VERIFIER_nondet_uchar(void);
#include <assert.h>
#include <pthread.h>

static unsigned char bytes[3];
static void* look(void* unused) {
  for (int k = 0; k < 3; k++) assert((unsigned char)(bytes[k] * 7 + 3) != 200);
  return unused;
}
int main(void) {
  for (int k = 0; k < 3; k++) bytes[k] = __VERIFIER_nondet_uchar();
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  pthread_join(thread, 0);
}

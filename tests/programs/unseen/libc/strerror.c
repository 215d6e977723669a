// expect: bug use_after_free
// message: use after free: read of 1 byte in a block
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// The text for a number that strerror() does not know is the thread's own, and ends with it.
#include <pthread.h>
#include <string.h>

static const char* text;
static volatile char seen;

static void* run(void* unused) {
#ifdef FIXED
  text = strerror(1);
#else
  text = strerror(7777);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  seen = text[0];
}

// expect: bug use_after_free
// Nobody reads what is stored there: an optimiser would remove the store.
// fixed: verified 1
// count: the threads share nothing: 1 trace.
#include <pthread.h>
#include <stdlib.h>

static void* run(void* unused) {
  int* block = malloc(sizeof *block);
#ifdef FIXED
  *block = 1;
  free(block);
#else
  free(block);
  *block = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}

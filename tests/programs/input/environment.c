// expect: bug data_race
// A thread asks for a variable of the environment that main sets meanwhile.
// fixed: verified 1
// count: Main sets it before there is a thread: 1 trace.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void* look(void* unused) {
  const char* path = getenv("MAZURKA_TEST_VARIABLE");
  assert(path == 0 || strcmp(path, "x") == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef FIXED
  setenv("MAZURKA_TEST_VARIABLE", "x", 1);
  pthread_create(&thread, 0, look, 0);
#else
  pthread_create(&thread, 0, look, 0);
  setenv("MAZURKA_TEST_VARIABLE", "x", 1);
#endif
  pthread_join(thread, 0);
}

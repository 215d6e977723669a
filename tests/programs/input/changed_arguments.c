// expect: bug data_race
// message: data race on the arguments or the environment
// fixed: verified 1
// count: the threads change different variables: one trace.
// Where the environment lies depends on how large it is: in a replay as in the check.
#include <pthread.h>
#include <unistd.h>

extern char** environ;
static char* other[2];

static void* change(void* unused) {
  (void)unused;
  environ[0] = 0;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
#ifdef FIXED
  other[0] = 0;
#else
  environ[0] = 0;
#endif
  pthread_join(t, 0);
  return 0;
}

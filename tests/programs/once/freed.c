// expect: bug data_race
// fixed: verified 1
// count: Main frees it when the thread has ended: 1 trace.
// A flag for initialisation is freed while another thread may use it.
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t* flag;
static void initialise(void) {}
static void* run(void* unused) {
  pthread_once(flag, initialise);
  return unused;
}

int main(void) {
  pthread_t t;
  flag = calloc(1, sizeof *flag);
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  free(flag);
#else
  free(flag);
  pthread_join(t, 0);
#endif
  return 0;
}

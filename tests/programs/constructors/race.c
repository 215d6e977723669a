// expect: bug data_race
// A thread from a constructor is not ordered with main.
// fixed: verified 1
// count: Main joins the thread before it does anything: 1 trace.
#include <pthread.h>

int x;
static pthread_t thread;
static void* run(void* unused) {
  x = 1;
  return unused;
}
__attribute__((constructor)) static void begin(void) {
  pthread_create(&thread, 0, run, 0);
}
int main(void) {
#ifdef FIXED
  pthread_join(thread, 0);
  x = 2;
#else
  x = 2;
  pthread_join(thread, 0);
#endif
  return 0;
}

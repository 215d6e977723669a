// expect: bug data_race
// One thread uses the data without pthread_once.
// fixed: verified 2
// All users call pthread_once.
// count: One of 2 threads begins first and initialises. The call of the other waits until that is done, and only
//   reads then. So 2 traces.
#include <pthread.h>

static int data;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void) {
  data = 42;
}
static void* first(void* unused) {
  pthread_once(&once, make);
  return data == 42 ? unused : &data;
}
static void* second(void* unused) {
#ifdef FIXED
  pthread_once(&once, make);
#endif
  return data <= 42 ? unused : &data;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

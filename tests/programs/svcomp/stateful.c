// expect: bug assertion
// options: --races=explore
// ... and that is what they make.
// fixed: verified 6
// toy: mutex m
// toy: thread t[2] { lock m; unlock m; lock m; unlock m }
// All under one mutex: 6 orders of two critical sections of each thread.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void *subtract(void *argument) {
  pthread_mutex_lock(&ma);
  data1++;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&ma);
  data2++;
  pthread_mutex_unlock(&ma);
  return argument;
}

static void *add(void *argument) {
  pthread_mutex_lock(&ma);
  data1 += 5;
  pthread_mutex_unlock(&ma);
  pthread_mutex_lock(&ma);
  data2 -= 6;
  pthread_mutex_unlock(&ma);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, subtract, 0);
  pthread_create(&second, 0, add, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
#ifdef FIXED
  if (data1 != 16 && data2 != 5) reach_error();
#else
  if (data1 == 16 && data2 == 5) reach_error();
#endif
  return 0;
}

// expect: bug assertion
// options: --races=explore
// A thread looks between two writes that belong together.
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// With a mutex the two writes are seen together.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

#ifdef FIXED
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif
static int a, b;

static void *set(void *argument) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  a = 1;
  b = -1;
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}

static void *check(void *argument) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
  if (!((a == 0 && b == 0) || (a == 1 && b == -1))) reach_error();
  pthread_mutex_unlock(&mutex);
#else
  if (!((a == 0 && b == 0) || (a == 1 && b == -1))) reach_error();
#endif
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, set, 0);
  pthread_create(&second, 0, check, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}

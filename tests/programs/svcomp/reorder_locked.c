// expect: verified 2
// options: --races=explore
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// With a mutex the two writes are seen together.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *set(void *argument) {
  pthread_mutex_lock(&mutex);
  a = 1;
  b = -1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *check(void *argument) {
  pthread_mutex_lock(&mutex);
  if (!((a == 0 && b == 0) || (a == 1 && b == -1))) reach_error();
  pthread_mutex_unlock(&mutex);
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

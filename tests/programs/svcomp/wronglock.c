// expect: bug assertion
// options: --races=explore
// Two threads protect the same variable by different mutexes.
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// The same mutex in both threads.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

#ifdef FIXED
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
#else
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
#endif
static int data;

static void *first(void *argument) {
  pthread_mutex_lock(&left);
  int x = data;
  data++;
  if (data != x + 1) reach_error();
  pthread_mutex_unlock(&left);
  return argument;
}

static void *second(void *argument) {
#ifdef FIXED
  pthread_mutex_lock(&left);
  data += 2;
  pthread_mutex_unlock(&left);
#else
  pthread_mutex_lock(&right);
  data += 2;
  pthread_mutex_unlock(&right);
#endif
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}

// expect: bug deadlock
// options: --races=explore
// Two mutexes, taken in different orders.
// fixed: verified 2
// toy: mutex a, b
// toy: thread t[2] { lock a; lock b; unlock b; unlock a }
// The same order in both threads.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *first(void *argument) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  counter++;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

static void *second(void *argument) {
#ifdef FIXED
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  counter--;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
#else
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  counter--;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
#endif
  return argument;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(counter == 0);
  return 0;
}

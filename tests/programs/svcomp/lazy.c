// expect: bug assertion
// options: --races=explore
// Main may be the last of three.
// fixed: verified 6
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// toy: thread main { lock m; unlock m; join t[0]; join t[1] }
// Three critical sections: 6 orders.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *one(void *argument) {
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *two(void *argument) {
  pthread_mutex_lock(&mutex);
  data += 2;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  if (data >= 4) reach_error();
#else
  if (data >= 3) reach_error();
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}

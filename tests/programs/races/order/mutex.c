// expect: bug data_race
// One of two threads forgets the mutex.
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// Both threads hold the mutex.
#include <pthread.h>

static int counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
#else
  counter++;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

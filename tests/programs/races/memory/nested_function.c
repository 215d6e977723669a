// expect: bug data_race
// message: data race on
// A nested function of gcc's changes a variable of the function around it, in another thread.
// fixed: verified 2
// count: Main and the thread lock the mutex once each: 2 orders.
#include <pthread.h>

int main(void) {
  int n = 0;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  void* add(void* unused) {
    pthread_mutex_lock(&mutex);
    n++;
    pthread_mutex_unlock(&mutex);
    return unused;
  }
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
#ifdef FIXED
  add(0);
#else
  n++;
#endif
  pthread_join(thread, 0);
  return n - 2;
}

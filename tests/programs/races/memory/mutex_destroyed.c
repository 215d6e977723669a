// expect: bug data_race
// A mutex is destroyed while another thread may still lock it.
// options: --scheduler=in-order
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }  # destroying is no step
// The last one of two users destroys the mutex: whoever comes after the other has unlocked it.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
static int users = 2;
#endif

static void* first(void* unused) {
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  int left = --users;
  pthread_mutex_unlock(&mutex);
  if (left == 0) pthread_mutex_destroy(&mutex);
#else
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  return first(unused);
#else
  pthread_mutex_destroy(&mutex);
  return unused;
#endif
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

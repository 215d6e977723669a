// expect: bug assertion
// A thread that looks at a flag under a mutex is seen twice, by attempts to lock it with a success in between: its
// second round matters, though it leaves everything as it was.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void* worker(void* unused) {
  for (int stopped = 0; !stopped;) {
    pthread_mutex_lock(&m);
    stopped = stop;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int first = pthread_mutex_trylock(&m);
  if (first == 0) pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  int second = pthread_mutex_trylock(&m);
  if (second == 0) pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  stop = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(first == 0 || second == 0);
}

// expect: bug assertion
// A signal may wake any waiter, not only the one that came first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, signalled, first = -1;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  int number = waiting++;
  while (!signalled) pthread_cond_wait(&c, &m);
  if (first < 0) first = number;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, waiter, 0);
  pthread_mutex_lock(&m);
  int both_wait = waiting == 2;
  signalled = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(!both_wait || first == 0);
  return 0;
}

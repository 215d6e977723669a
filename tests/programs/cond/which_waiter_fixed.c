// expect: verified 10
// which_waiter.c, where the waiters go by the number they drew.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, signalled, gone;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  int number = waiting++;
  while (!signalled || gone != number) pthread_cond_wait(&c, &m);
  ++gone;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, waiter, 0);
  pthread_mutex_lock(&m);
  signalled = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(gone == 2);
  return 0;
}

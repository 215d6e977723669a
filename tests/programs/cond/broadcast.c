// expect: verified 96
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread waiter[3] { lock m; r = ready; while !r { wait c, m; r = ready }; unlock m }
// toy: thread caller { lock m; ready = 1; broadcast c; unlock m }
// A broadcast wakes all that wait, and they get the mutex in any order.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, gone;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  while (!ready) pthread_cond_wait(&c, &m);
  ++gone;
  pthread_mutex_unlock(&m);
  return unused;
}

static void* caller(void* unused) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[4];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, waiter, 0);
  pthread_create(&t[3], 0, caller, 0);
  for (int n = 0; n < 4; ++n) pthread_join(t[n], 0);
  assert(gone == 3);
  return 0;
}

// expect: verified 2
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread waiter { lock m; r = ready; if !r { wait c, m }; unlock m }
// toy: thread main { lock m; ready = 1; signal c; unlock m }
// spurious.c without spurious wakeups: the waiter locks first and is signalled, or locks last.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  if (!ready) pthread_cond_wait(&c, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}

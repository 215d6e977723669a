// expect: verified 34
// toy: mutex m
// toy: cond c
// toy: var items
// toy: thread waiter[2] {
// toy:   lock m
// toy:   r = items
// toy:   while r == 0 { wait c, m; r = items }
// toy:   items = r - 1
// toy:   unlock m
// toy: }
// toy: thread main { repeat 2 { lock m; r = items; items = r + 1; unlock m; signal c } }
// The signal may come after the unlock: two waiters, two signals.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  while (items == 0) pthread_cond_wait(&c, &m);
  --items;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, waiter, 0);
  for (int n = 0; n < 2; ++n) {
    pthread_mutex_lock(&m);
    ++items;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
  }
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}

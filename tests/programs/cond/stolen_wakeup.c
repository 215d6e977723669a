// expect: bug assertion
// Between the signal and the return of the wait another consumer takes the item: "if" where "while" is needed.
// fixed: verified 30
// toy: mutex m
// toy: cond c
// toy: var items
// toy: thread consumer[2] {
// toy:   lock m
// toy:   r = items
// toy:   while r == 0 { wait c, m; r = items }
// toy:   items = r - 1
// toy:   unlock m
// toy: }
// toy: thread main { repeat 2 { lock m; r = items; items = r + 1; signal c; unlock m } }
// With "while".
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void* consumer(void* unused) {
  pthread_mutex_lock(&m);
#ifdef FIXED
  while (items == 0) pthread_cond_wait(&c, &m);
#else
  if (items == 0) pthread_cond_wait(&c, &m);
#endif
  assert(items > 0);
  --items;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, consumer, 0);
  for (int n = 0; n < 2; ++n) {
    pthread_mutex_lock(&m);
    ++items;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}

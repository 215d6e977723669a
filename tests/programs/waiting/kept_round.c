// expect: bug data_race
// flags: --compiler=clang-14
// options: --scheduler=newest-first
// message: data race on idle
// fixed: verified 3
// count: The thread looks before main has done it, and waits; or afterwards, and the other one looks before or after
// that. 3 traces.
// A round that leads nowhere reads something. What the thread does after its last round lets another thread write that,
// without an order. (clang's code comes to its second round with the same stack as to the first.)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef FIXED
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_relaxed
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, idle, warm;
static atomic_int over, counter;

static void* waits(void* unused) {
  int is_done = 0;
  for (;;) {
    pthread_mutex_lock(&m);
    is_done = done;
    pthread_mutex_unlock(&m);
    if (is_done) break;
    if (idle == 5) abort();
  }
  atomic_store_explicit(&over, 1, ORDER);
  return unused;
}

static void* writes(void* unused) {
  if (atomic_load_explicit(&over, ORDER)) idle = 1;
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waits, 0);
  pthread_create(&t[1], 0, writes, 0);
  // For rounds to be watched from the beginning: the thread comes back with the same stack.
  while (++warm < 250) atomic_fetch_add(&counter, 1);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}

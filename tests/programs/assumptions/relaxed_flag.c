// expect: bug data_race
// message: data race on data
// fixed: verified 2
// toy: var flag
// toy: thread a { flag = 1 }
// toy: thread b { r = flag }
// assumes: weaker orders at 2 places
// A relaxed flag orders nothing; with release and acquire there is no race, but weaker orders are still told.
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define STORE memory_order_release
#define LOAD memory_order_acquire
#else
#define STORE memory_order_relaxed
#define LOAD memory_order_relaxed
#endif

static int data;
static atomic_int flag;

static void* writes(void* unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, STORE);
  return unused;
}
static void* reads(void* unused) {
  if (atomic_load_explicit(&flag, LOAD)) data++;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writes, 0);
  pthread_create(&b, 0, reads, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

// expect: bug stack_overflow
// flags: -O0
// A recursion without end.
// fixed: verified 2
// toy: var limit = 100
// toy: thread t { r = limit }
// toy: thread main { limit = 200 }
// With a limit that holds.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int depth_limit = 100;
static volatile int sink;

static int descend(int depth) {
  volatile char frame[256];
  frame[depth % 256] = 1;
  if (depth == sink - 1) return 0;
  return descend(depth + 1) + frame[depth % 256];
}

static void* run(void* unused) {
  sink = atomic_load(&depth_limit);
  (void)descend(0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  atomic_store(&depth_limit, 200);
#else
  atomic_store(&depth_limit, -1);
#endif
  pthread_join(t, 0);
  return 0;
}

// expect: bug data_race
// message: data race on stop
// location: plain_flag.c:25
// fixed: verified 3
// toy: var stop
// toy: thread waiter { r = stop; if r == 0 { r = stop; if r == 0 { await stop == 1 } } }
// toy: thread main { stop = 1 }
// A loop that waits for a flag that is not atomic. The thread has no step in it, so nobody else would ever run; but it
// only reads, again and again the same.
#include <pthread.h>

#ifdef FIXED
#include <stdatomic.h>
static atomic_int stop;
#else
static volatile int stop;
#endif

static void* wait_for_it(void* unused) {
  while (!stop) {
  }
  return unused;
}

static void end_it(void) { stop = 1; }

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait_for_it, 0);
  end_it();
  pthread_join(waiter, 0);
}

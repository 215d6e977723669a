// expect: bug livelock
// options: --races=explore
// Taking a ticket is not atomic: two threads may get the same, and one of them comes too late to be served.
// fixed: verified 6
// toy: # Who looks LOOKS times too early is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var next_ticket, now_serving
// toy: thread t[2] {
// toy:   ticket = fetch_add next_ticket, 1
// toy:   n = 0
// toy:   r = now_serving
// toy:   while r != ticket { n = n + 1; if n == LOOKS { await now_serving == 99 }; r = now_serving }
// toy:   now_serving = ticket + 1
// toy: }
// A ticket lock; the number that is served is a volatile variable.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static volatile int next_ticket, now_serving;
static int inside;

#ifdef FIXED
static int __VERIFIER_atomic_take_ticket(void) {
#else
static int take_ticket(void) {
#endif
  int ticket = next_ticket;
  next_ticket = ticket + 1;
  return ticket;
}

static void *run(void *argument) {
#ifdef FIXED
  int ticket = __VERIFIER_atomic_take_ticket();
#else
  int ticket = take_ticket();
#endif
  while (now_serving != ticket) {
  }
  inside = ticket + 1;
  if (inside != ticket + 1) reach_error();
  inside = 0;
  now_serving = ticket + 1;
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run, 0);
  pthread_create(&second, 0, run, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}

// expect: bug livelock
// A ticket lock whose tickets are drawn in two steps: two threads hold the same one, and one of them waits for ever.
// fixed: verified 4
// toy: var next_ticket, now_serving, inside
// toy: thread t[2] {
// toy:   ticket = fetch_add next_ticket, 1
// toy:   r = now_serving
// toy:   if r != ticket { await now_serving == 99 }  # who looks too early waits for ever
// toy:   r = fetch_add inside, 1
// toy:   r = inside
// toy:   r = fetch_add inside, -1
// toy:   now_serving = ticket + 1
// toy: }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next_ticket, now_serving, inside;

static void* customer(void* unused) {
#ifdef FIXED
  int ticket = atomic_fetch_add(&next_ticket, 1);
#else
  int ticket = next_ticket;
  next_ticket = ticket + 1;
#endif
  while (now_serving != ticket) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  now_serving = ticket + 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, customer, 0);
  customer(0);
  pthread_join(thread, 0);
  return 0;
}

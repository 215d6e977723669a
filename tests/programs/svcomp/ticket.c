// expect: verified
// options: --races=explore
// A ticket lock; the number that is served is a volatile variable.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }

static volatile int next_ticket, now_serving;
static int inside;

static int __VERIFIER_atomic_take_ticket(void) {
  int ticket = next_ticket;
  next_ticket = ticket + 1;
  return ticket;
}

static void *run(void *argument) {
  int ticket = __VERIFIER_atomic_take_ticket();
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

// expect: bug assertion
// options: --symbolic
// A ticket is taken with fetch-add; the first number is an input.
extern unsigned __VERIFIER_nondet_uint(void);
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic unsigned next;
static unsigned ticket;
static void* take(void* unused) {
  ticket = atomic_fetch_add(&next, 1);
  return unused;
}
int main(void) {
  atomic_store(&next, __VERIFIER_nondet_uint());
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  pthread_join(thread, 0);
  assert(atomic_load(&next) > ticket);
}

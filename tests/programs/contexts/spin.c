// expect: bug livelock
// A thread spins on a stack that it has made in the heap. Nobody ends that.
// fixed: verified 3
// count: The loop reads the flag a first and a second time before it waits: the flag is set before the first, between
// the two, or after the second, which makes 3 traces.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <ucontext.h>

static atomic_int flag;
static _Thread_local ucontext_t outside, inside;

static void spin(void) {
  while (!atomic_load(&flag)) continue;
}
static void* wait(void* unused) {
  getcontext(&inside);
  inside.uc_stack.ss_sp = malloc(1 << 16);
  inside.uc_stack.ss_size = 1 << 16;
  inside.uc_link = &outside;
  makecontext(&inside, spin, 0);
  swapcontext(&outside, &inside);
  free(inside.uc_stack.ss_sp);
  return unused;
}
static void* set(void* unused) {
#ifdef FIXED
  atomic_store(&flag, 1);
#else
  atomic_store(&flag, 0);
#endif
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, wait, 0);
  pthread_create(&u, 0, set, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

// expect: bug data_race
// message: data race on count
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// Two threads run on stacks that the program has made, and meet in a variable.
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void inside(void) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  count++;
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
}

static void* run(void* unused) {
  ucontext_t here, there;
  const size_t size = 1 << 16;
  char* stack = malloc(size);
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = size;
  there.uc_link = &here;
  makecontext(&there, inside, 0);
  swapcontext(&here, &there);
  free(stack);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, run, 0);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  return 0;
}

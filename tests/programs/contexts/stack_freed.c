// expect: bug use_after_free
// fixed: verified 2
// toy: mutex m
// toy: thread t { lock m; unlock m }
// toy: thread u { lock m; unlock m }
// Another thread frees the stack of a context that main goes back to.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

enum { kBytes = 1 << 16 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ucontext_t outside, inside;
static char* stack;
static int rounds;

static void work(void) {
  for (;;) {
    rounds++;
    swapcontext(&inside, &outside);
  }
}

static void* clean_up(void* unused) {
  pthread_mutex_lock(&mutex);
#ifndef FIXED
  free(stack);
  stack = NULL;
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  char* memory = stack = malloc(kBytes);
  getcontext(&inside);
  inside.uc_stack.ss_sp = memory;
  inside.uc_stack.ss_size = kBytes;
  makecontext(&inside, work, 0);
  swapcontext(&outside, &inside);
  pthread_t t;
  pthread_create(&t, 0, clean_up, 0);
  pthread_mutex_lock(&mutex);
  swapcontext(&outside, &inside);
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  assert(rounds == 2);
  free(stack);
  return 0;
}

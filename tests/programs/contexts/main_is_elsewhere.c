// expect: verified 6
// toy: mutex m
// toy: thread t[3] { lock m; unlock m }
// Main runs on a stack that it has made itself when it creates the first thread, and goes back to its own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>

static ucontext_t outside, inside;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void work(void) {
  pthread_t t[2];
  swapcontext(&inside, &outside);
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, add, 0);
  add(0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
}

int main(void) {
  volatile int local = 5;
  getcontext(&inside);
  inside.uc_stack.ss_sp = malloc(1 << 16);
  inside.uc_stack.ss_size = 1 << 16;
  inside.uc_link = &outside;
  makecontext(&inside, work, 0);
  swapcontext(&outside, &inside);
  local++;
  swapcontext(&outside, &inside);
  assert(count == 3 && local == 6);
  free(inside.uc_stack.ss_sp);
  return 0;
}

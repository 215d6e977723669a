// expect: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// Main is on a stack in a frame of its own when it creates the first thread, and goes back to frames below it.
#include <assert.h>
#include <pthread.h>
#include <ucontext.h>

static ucontext_t outside, inside;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static pthread_t t[2];

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void work(void) {
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, add, 0);
  swapcontext(&inside, &outside);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
}

static __attribute__((noinline)) int go_inside(int x) {
  volatile int local[8] = {x, x + 1, x + 2};
  swapcontext(&outside, &inside);
  return local[0] + local[1] + local[2];
}

int main(void) {
  char stack[1 << 16];
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &outside;
  makecontext(&inside, work, 0);
  assert(go_inside(1) == 6);
  assert(go_inside(2) == 9);
  assert(count == 2);
  return 0;
}

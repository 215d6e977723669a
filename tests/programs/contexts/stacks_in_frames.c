// expect: verified 70
// toy: mutex m
// toy: thread t[2] { lock m; unlock m; lock m; unlock m; lock m; unlock m; lock m; unlock m }
// Each thread has a context whose stack is an array of its own, and goes to and fro.
#include <assert.h>
#include <pthread.h>
#include <ucontext.h>

struct fiber {
  ucontext_t outside, inside;
  int rounds;
};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;
static __thread struct fiber* own;

static void add(void) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
}

static void work(void) {
  for (;;) {
    add();
    own->rounds++;
    swapcontext(&own->inside, &own->outside);
  }
}

static void* run(void* unused) {
  struct fiber fiber = {.rounds = 0};
  char stack[20000];
  own = &fiber;
  getcontext(&fiber.inside);
  fiber.inside.uc_stack.ss_sp = stack;
  fiber.inside.uc_stack.ss_size = sizeof stack;
  makecontext(&fiber.inside, work, 0);
  volatile int here = 3;
  for (int round = 0; round < 2; round++) {
    swapcontext(&fiber.outside, &fiber.inside);
    add();
    here++;
  }
  assert(fiber.rounds == 2 && here == 5);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  assert(total == 8);
  return 0;
}

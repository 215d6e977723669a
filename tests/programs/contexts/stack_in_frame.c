// expect: bug assertion
// fixed: verified 12
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// toy: thread u { lock m; unlock m; lock m; unlock m }
// The stack of a context is an array of main's: while main runs on it, the frames that it has left are below.
#include <assert.h>
#include <pthread.h>
#include <ucontext.h>

static ucontext_t outside, inside;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count, seen;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void work(void) {
  for (int k = 1; k <= 2; k++) {
    pthread_mutex_lock(&mutex);
    seen += count * k;
    pthread_mutex_unlock(&mutex);
    swapcontext(&inside, &outside);
  }
}

static __attribute__((noinline)) int go_inside(void) {
  volatile int local = 41;
  swapcontext(&outside, &inside);
  return ++local;
}

int main(void) {
  char stack[1 << 15];
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &outside;
  makecontext(&inside, work, 0);
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, add, 0);
  assert(go_inside() == 42);
  assert(go_inside() == 42);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
#ifdef FIXED
  assert(seen <= 6);
#else
  assert(seen != 4);
#endif
  return 0;
}

// expect: bug assertion
// options: --symbolic
// flags: -O2
// fixed: verified 1
// count: The thread shares nothing, and no branch asks for the input: 1 trace.
// A call that may throw, and another way to the place behind it: there a value has two sources.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

struct Guard {
  ~Guard() { done = done + 1; }
  static volatile int done;
};
volatile int Guard::done;

__attribute__((noinline)) static int triple(int value) {
  if (Guard::done > 5) throw value;
  return value * 3;
}

__attribute__((noinline)) static int sometimes(int value, bool is_wanted) {
  Guard guard;
  int result = value;
  if (is_wanted) result = triple(value + 1);
  return result;
}

static int input;

static void* thread(void* unused) {
#ifdef FIXED
  sometimes(input, Guard::done == 0);
#else
  assert(sometimes(input, Guard::done == 0) != 300);
#endif
  return unused;
}

int main() {
  mazurka_symbolic(&input, sizeof input, "input");
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, 0);
}

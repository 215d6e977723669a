// expect: bug deadlock 2
// options: --keep-going
// toy: # An await that looks too early never goes on: its thread ends there.
// toy: var x
// toy: thread run { x = 1 }
// toy: thread main { r = x }
// An await on a variable that sections use: in one order it comes too late and waits for ever.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  mazurka_atomic_begin();
  x = 1;
  mazurka_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  mazurka_await(atomic_load(&x) == 0);
  pthread_join(t, 0);
}

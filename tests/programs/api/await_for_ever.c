// expect: bug deadlock 3
// options: --keep-going
// toy: # An await that looks too early never goes on: its thread ends there.
// toy: var flag
// toy: thread blink { flag = 1; flag = 0 }
// toy: thread main { r = flag }
// The flag is set and taken back: a thread that looks after that waits for ever.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* blink(void* unused) {
  flag = 1;
  flag = 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, blink, 0);
  mazurka_await(atomic_load(&flag) == 1);
  pthread_join(t, 0);
}

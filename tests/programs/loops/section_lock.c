// expect: verified 6
// toy: # Who finds it locked LOOKS times is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var word
// toy: thread t[2] {
// toy:   n = 0
// toy:   r = cas word, 0, 1
// toy:   while !r { n = n + 1; if n == LOOKS { await word == 99 }; r = cas word, 0, 1 }
// toy:   word = 0
// toy: }
// A spin lock whose attempts are atomic sections.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *run(void *argument) {
  int done = 0;
  do {
    mazurka_atomic_begin();
    done = lock == 0;
    if (done) lock = 1;
    mazurka_atomic_end();
  } while (!done);
  counter++;
  mazurka_atomic_begin();
  lock = 0;
  mazurka_atomic_end();
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, run, 0);
  pthread_create(&second, 0, run, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return counter != 2;
}

// expect: bug misuse 1
// toy: # The thread fails at its first step.
// toy: thread run { fail }
// toy: thread main { join run }
// Sections do not nest.
#include <mazurka.h>
#include <pthread.h>

static void* run(void* unused) {
  mazurka_atomic_begin();
  mazurka_atomic_begin();
  mazurka_atomic_end();
  mazurka_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
}

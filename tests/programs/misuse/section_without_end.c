// expect: bug misuse
// message: the end of a thread in an atomic section
// The thread forgets to leave the section.
// fixed: verified 1
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include <mazurka.h>
#include <pthread.h>

static void* run(void* unused) {
  mazurka_atomic_begin();
#ifdef FIXED
  mazurka_atomic_end();
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

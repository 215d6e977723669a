// expect: bug user_failure
// message: both were first
// A program that judges for itself tells so with mazurka_fail.
// fixed: verified 2
// toy: var taken, first
// toy: thread t[2] { r = exchange taken, 1; if !r { r = fetch_add first, 1 } }
// With one step to look and to take.
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken, first;

static void* run(void* unused) {
#ifdef FIXED
  if (!atomic_exchange(&taken, 1)) {
#else
  if (!atomic_load(&taken)) {
    atomic_store(&taken, 1);
#endif
    atomic_fetch_add(&first, 1);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (atomic_load(&first) == 2) mazurka_fail("both were first");
  return 0;
}

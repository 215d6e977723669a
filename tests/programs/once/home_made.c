// expect: bug assertion
// Once, made at home: both threads can find that nobody has begun.
// fixed: verified 2
// toy: var begun, times
// toy: thread t[2] { r = exchange begun, 1; if !r { r = fetch_add times, 1 } }
// toy: thread main { join t[0]; join t[1]; r = times }
// Once, made at home, with a step that reads and writes in one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun, times;

static void* run(void* unused) {
#ifdef FIXED
  if (!atomic_exchange(&begun, 1)) atomic_fetch_add(&times, 1);
#else
  if (!atomic_load(&begun)) {
    atomic_store(&begun, 1);
    atomic_fetch_add(&times, 1);
  }
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&times) == 1);
  return 0;
}

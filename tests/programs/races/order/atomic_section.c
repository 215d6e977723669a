// expect: bug data_race
// One of two threads is not in an atomic section.
// fixed: verified 2
// toy: var data
// toy: thread t[2] { r = fetch_add data, 1 }
// Atomic sections order each other.
#include <mazurka.h>
#include <pthread.h>

int data;

static void* first(void* unused) {
  mazurka_atomic_begin();
  data++;
  mazurka_atomic_end();
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  mazurka_atomic_begin();
  data++;
  mazurka_atomic_end();
#else
  data++;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

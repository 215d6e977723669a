// expect: bug data_race
// One of two threads is not in an atomic section.
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
  data++;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

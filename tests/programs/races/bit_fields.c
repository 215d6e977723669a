// expect: bug data_race
// Neighbouring bit fields are one memory location.
#include <pthread.h>

struct {
  unsigned a : 4, b : 4;
} shared;

static void* first(void* unused) {
  shared.a = 1;
  return unused;
}
static void* second(void* unused) {
  shared.b = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

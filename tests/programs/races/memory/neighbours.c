// expect: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// Neighbouring bytes are two locations.
#include <pthread.h>

struct {
  char a, b;
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

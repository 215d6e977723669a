// expect: verified 1
// options: --races=ignore
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// A race that is not to be reported.
#include <pthread.h>

static int shared;

static void* first(void* unused) {
  shared++;
  return unused;
}
static void* second(void* unused) {
  return first(unused);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

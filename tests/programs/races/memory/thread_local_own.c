// expect: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// Each thread has its own variable.
#include <pthread.h>

static _Thread_local int local;

static void* first(void* unused) {
  local++;
  return local == 1 ? unused : &local;
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

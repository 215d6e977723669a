// expect: verified 1
// toy: var flag = 1
// toy: thread first { r = flag }
// toy: thread second { }  # a plain read is no step
// Reads do not race, atomic or not.
#include <pthread.h>

static int flag = 1;

static void* first(void* unused) {
  return __atomic_load_n(&flag, __ATOMIC_RELAXED) == 1 ? unused : &flag;
}
static void* second(void* unused) {
  return flag == 1 ? unused : &flag;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

// expect: bug data_race
// Volatile is no synchronisation.
#include <pthread.h>

static volatile int flag;

static void* first(void* unused) {
  flag = 1;
  return unused;
}
static void* second(void* unused) {
  return flag > 1 ? (void*)&flag : unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

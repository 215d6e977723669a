// expect: bug data_race
// package: liburcu-dev
// message: data
// The flag is set before the data.
#include <pthread.h>
#include <urcu/system.h>
#include <urcu/uatomic.h>

static int data, ready;

static void* publish(void* unused) {
  uatomic_set(&ready, 1);
  data = 42;
  return unused;
}
static void* look(void* unused) {
  if (uatomic_read(&ready)) return data == 42 ? unused : 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, publish, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

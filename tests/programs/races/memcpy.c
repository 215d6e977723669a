// expect: bug data_race
// memcpy reads what another thread writes: one byte of it.
#include <pthread.h>
#include <string.h>

char from[64], to[64];

static void* first(void* unused) {
  memcpy(to, from, 33);
  return unused;
}
static void* second(void* unused) {
  from[32] = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

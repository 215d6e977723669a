// expect: bug data_race
// main reads before it joins.
#include <pthread.h>

static int data;

static void* run(void* unused) {
  data = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, run, 0);
  if (data > 1) return 1;
  pthread_join(a, 0);
}

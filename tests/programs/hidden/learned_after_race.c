// expect: bug data_race
// As learned_after_failure.c, with a data race. It is forgotten with the execution, and found again.
#include <pthread.h>
#include <stdlib.h>

static int shared;

static void* first(void* none) {
  srand(1);
  shared = 1;
  return none;
}

static void* second(void* none) {
  shared = 2;
  return none;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, first, NULL);
  pthread_create(&threads[1], NULL, second, NULL);
  srand(1);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return 0;
}

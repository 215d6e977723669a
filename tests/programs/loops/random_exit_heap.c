// expect: verified 1
// flags: -D_GNU_SOURCE
// count: Only main has steps, so that nothing it does can come before or after a step of the thread: one trace.
// As random_exit_fixed.c, with the state of the library in memory that was allocated after the first thread was created.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag;

static void* nothing(void* unused) {
  return unused;
}

struct generator {
  struct random_data data;
  char state[64];
  int32_t number;
};

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, nothing, 0);
  struct generator* generator = calloc(1, sizeof *generator);
  initstate_r(1, generator->state, sizeof generator->state, &generator->data);
  while (atomic_load(&flag) == 0) {
    random_r(&generator->data, &generator->number);
    if (generator->number % 16 == 3) break;
  }
  pthread_join(t, 0);
  free(generator);
}

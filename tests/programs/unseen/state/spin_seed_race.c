// expect: bug data_race
// location: spin_seed_race.c:13
// The loop moves a seed, so it is no spin loop, and nothing ends it where main does not run: an execution of as many steps as there may be.
// The race in it is shown with its place, and replays.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int go;
static unsigned seed = 1;

static void* run(void* unused) {
  while (atomic_load(&go) == 0) rand_r(&seed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  seed = 2;
  atomic_store(&go, 1);
  pthread_join(t, 0);
  return 0;
}

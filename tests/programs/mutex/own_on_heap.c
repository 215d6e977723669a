// expect: verified 1
// toy: mutex m[3]
// toy: thread run[3] { lock m[me]; unlock m[me] }
// Every thread makes a mutex of its own on the heap: they have nothing to do with each other, wherever they lie.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void* run(void* unused) {
  pthread_mutex_t* m = malloc(sizeof *m);
  pthread_mutex_init(m, 0);
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  pthread_mutex_destroy(m);
  free(m);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  return 0;
}

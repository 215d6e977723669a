// expect: verified 2
// toy: var destroyed
// toy: thread run[2] { r = fetch_add destroyed, 10 }
// toy: thread main { join run[0]; join run[1]; r = destroyed }
// The destructor of a key runs at the end of each thread that set it, before join returns.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_key_t key;
static atomic_int destroyed;

static void destroy(void* value) {
  assert(pthread_getspecific(key) == 0);
  atomic_fetch_add(&destroyed, *(int*)value);
  free(value);
}

static void* run(void* unused) {
  assert(pthread_getspecific(key) == 0);
  int* value = malloc(sizeof *value);
  *value = 10;
  assert(pthread_setspecific(key, value) == 0);
  assert(pthread_getspecific(key) == value);
  return unused;
}

static void* no_value(void* unused) {
  return unused;
}

int main(void) {
  assert(pthread_key_create(&key, destroy) == 0);
  pthread_t t[3];
  pthread_create(&t[0], 0, run, 0);
  pthread_create(&t[1], 0, run, 0);
  pthread_create(&t[2], 0, no_value, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(atomic_load(&destroyed) == 20);
  return 0;
}

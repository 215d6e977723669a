// expect: verified 4
// toy: mutex m
// toy: thread try_it[2] { r = trylock m; if r { unlock m } }
// Two threads try to lock: at least one of them gets the mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* try_it(void* got) {
  if (pthread_mutex_trylock(&m) == 0) {
    *(int*)got = 1;
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  int got[2] = {0, 0};
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, try_it, &got[n]);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(got[0] || got[1]);
  return 0;
}

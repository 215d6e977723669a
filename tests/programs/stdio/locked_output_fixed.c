// expect: verified 5
// locked_output.c without the mutex around printf; what standard output's lock protects is safe.
// toy: mutex m, output
// toy: thread t { lock output; lock m; unlock m; unlock output }
// toy: thread u { lock m; unlock m; lock output; unlock output; r = trylock output; if r { unlock output } }
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void* first(void* unused) {
  flockfile(stdout);
  x++;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  x++;
  funlockfile(stdout);
  return unused;
}
static void* second(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  printf("text\n");
  if (ftrylockfile(stdout) == 0) {
    assert(x == 0 || x == 2);
    funlockfile(stdout);
  }
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

// expect: bug deadlock
// Who has locked standard output keeps others from printing.
// fixed: verified 5
// locked_output.c without the mutex around printf; what standard output's lock protects is safe.
// toy: mutex m, output
// toy: thread t { lock output; lock m; unlock m; unlock output }
// toy: thread u { lock m; unlock m; lock output; unlock output; r = trylock output; if r { unlock output } }
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
static int x;
#endif

static void* first(void* unused) {
  flockfile(stdout);
#ifdef FIXED
  x++;
#endif
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#ifdef FIXED
  x++;
#endif
  funlockfile(stdout);
  return unused;
}
static void* second(void* unused) {
  pthread_mutex_lock(&m);
#ifdef FIXED
  pthread_mutex_unlock(&m);
  printf("text\n");
  if (ftrylockfile(stdout) == 0) {
    assert(x == 0 || x == 2);
    funlockfile(stdout);
  }
#else
  printf("text\n");
  pthread_mutex_unlock(&m);
#endif
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

// expect: bug data_race
// flags: --compiler=clang-14 -fsplit-stack
// message: data race on depth
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// As split_stack.c, by clang: it would have pthread_create wrapped by a function of libgcc, which has a race of its
// own.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int depth;

static void* run(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  depth++;
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, run, 0);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  return 0;
}

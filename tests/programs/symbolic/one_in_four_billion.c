// expect: bug assertion
// options: --symbolic
// A failure that only one input in 2^32 causes, and only if one thread comes before the other.
// fixed: verified 4
// count: Two critical sections have 2 orders, and the input is the one that is looked for or not: 4.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int input, shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int scramble(int value) {
  return value * 3 + 1;
}

static void* writer(void* unused) {
  pthread_mutex_lock(&mutex);
  if (scramble(input) == 430000) shared = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* reader(void* unused) {
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  assert(shared >= 0);
#else
  assert(shared == 0);
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  mazurka_symbolic(&input, sizeof input, "input");
  pthread_t threads[2];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, reader, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
}

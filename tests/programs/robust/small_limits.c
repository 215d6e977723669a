// expect: verified 2
// toy: mutex m
// toy: thread a[2] { lock m; unlock m }
// A program limits itself before its threads. The limits do not count for what the checker needs.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void* add(void* argument) {
  pthread_mutex_lock(&mutex);
  number++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  const struct rlimit room = {64 << 20, 64 << 20}, files = {8, 8}, none = {0, 0}, wrong = {2, 1};
  assert(setrlimit(RLIMIT_AS, &room) == 0 && setrlimit(RLIMIT_NOFILE, &files) == 0);
  assert(setrlimit(RLIMIT_FSIZE, &none) == 0 && setrlimit(RLIMIT_CPU, &files) == 0);
  assert(setrlimit(RLIMIT_CORE, &wrong) == -1);
  struct rlimit found;
  assert(getrlimit(RLIMIT_AS, &found) == 0 && found.rlim_cur == room.rlim_cur && found.rlim_max == room.rlim_max);
  pthread_t threads[2];
  for (int k = 0; k < 2; k++) pthread_create(&threads[k], NULL, add, NULL);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], NULL);
  assert(number == 2);
  return 0;
}

// expect: verified 6
// toy: mutex m
// toy: thread reader[3] { lock m; unlock m }
// Critical sections that only read commute: with --algorithm=stateful --fuse-sections there is one run (tests/cli/agreement/fused.sh).
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int p = 1, seen[3];

void *reader(void *argument) {
  int *mine = argument;
  pthread_mutex_lock(&m);
  int value = p;
  pthread_mutex_unlock(&m);
  *mine = value;
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int k = 0; k < 3; k++) pthread_create(&threads[k], 0, reader, &seen[k]);
  for (int k = 0; k < 3; k++) pthread_join(threads[k], 0);
  assert(seen[0] == 1 && seen[1] == 1 && seen[2] == 1);
}

// expect: verified 6
// toy: mutex m
// toy: thread writer[3] { lock m; unlock m }
// So do critical sections of one mutex that write apart: one run with --fuse-sections.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long slots[3];

void *writer(void *argument) {
  long *slot = argument;
  pthread_mutex_lock(&m);
  *slot += 1;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int k = 0; k < 3; k++) pthread_create(&threads[k], 0, writer, &slots[k]);
  for (int k = 0; k < 3; k++) pthread_join(threads[k], 0);
  pthread_mutex_lock(&m);
  assert(slots[0] == 1 && slots[1] == 1 && slots[2] == 1);
  pthread_mutex_unlock(&m);
}

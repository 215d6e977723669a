// expect: bug use_after_free
// A critical section that frees memory does more than to access it: the order of the two counts, though the mutex is all that they share
// but for the block.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long *block, seen;

void *user(void *unused) {
  pthread_mutex_lock(&m);
  seen = *block;
  pthread_mutex_unlock(&m);
  return unused;
}

void *owner(void *unused) {
  pthread_mutex_lock(&m);
  free(block);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  block = calloc(1, sizeof *block);
  pthread_t one, two;
  pthread_create(&one, 0, user, 0);
  pthread_create(&two, 0, owner, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}

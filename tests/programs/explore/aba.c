// expect: bug assertion
// options: --races=explore
// A thread looks twice whether the entry is still the one that it knows, by its address. Another thread frees it, and
// allocates another one, at the same address.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *volatile entry;
static volatile int replaced;

static void *look_twice(void *unused) {
  int *first = entry;
  int before = replaced;
  int *second = entry;
  int after = replaced;
  if (first != 0 && first == second && before == 0) assert(after == 0);
  return unused;
}

static void *replace(void *unused) {
  int *old = entry;
  entry = 0;
  free(old);
  int *new = malloc(sizeof *new);
  replaced = 1;
  entry = new;
  return unused;
}

int main(void) {
  entry = malloc(sizeof *entry);
  pthread_t a, b;
  pthread_create(&a, 0, look_twice, 0);
  pthread_create(&b, 0, replace, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(entry);
}

// expect: verified 6
// The first thread to print does not allocate the buffer of standard output: the order of printing is seen by nobody, and what a
// thread allocates lies where it always does.
// toy: var x, y[2]
// toy: thread t[2] { fetch_add y[me], 1; fetch_add x, 1; fetch_add x, 1 }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_int x, y[2];

static void* run(void* me) {
  atomic_fetch_add(&y[*(int*)me], 1);
  char* before = malloc(16);
  printf("%d\n", *(int*)me);
  char* after = malloc(16);
  assert(after - before < 100);
  free(before);
  free(after);
  atomic_fetch_add(&x, 1);
  atomic_fetch_add(&x, 1);
  return 0;
}

int main(void) {
  pthread_t t, u;
  int numbers[] = {0, 1};
  pthread_create(&t, 0, run, &numbers[0]);
  pthread_create(&u, 0, run, &numbers[1]);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

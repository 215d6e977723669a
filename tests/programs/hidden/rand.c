// expect: verified 2
// Two threads draw from the same random numbers: each may get the first. (Not thread-safe in POSIX, but in glibc.)
// toy: var state
// toy: thread t[2] { fetch_add state, 1 }
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int numbers[2];

static void* run(void* number) {
  *(int*)number = rand();
  return 0;
}

int main(void) {
  pthread_t t, u;
  srand(1);
  int first = rand(), second = rand();
  srand(1);
  pthread_create(&t, 0, run, &numbers[0]);
  pthread_create(&u, 0, run, &numbers[1]);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(numbers[0] == first ? numbers[1] == second : numbers[0] == second && numbers[1] == first);
  return 0;
}

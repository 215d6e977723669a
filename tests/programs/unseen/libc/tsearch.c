// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A tree of the C library: its root is a variable of the program.
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>

static void* root;
static int key = 1;
static void* volatile seen;
static int compare(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}

static void* run(void* unused) {
  tsearch(&key, &root, compare);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  seen = root;
#else
  seen = root;
  pthread_join(t, 0);
#endif
  return 0;
}

// expect: verified 6
// toy: mutex m
// toy: thread run[3] { lock m; unlock m }  # locks and unlocks in between are no steps: the thread holds the mutex
// A recursive mutex: its holder may lock it again, and it is free after as many unlocks.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;
static int count;

static void add(int depth) {
  assert(pthread_mutex_lock(&m) == 0);
  if (depth > 0) add(depth - 1);
  ++count;
  assert(pthread_mutex_unlock(&m) == 0);
}

static void* run(void* unused) {
  add(2);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(count == 9);
  assert(pthread_mutex_destroy(&m) == 0);
  return 0;
}

// expect: verified 1
// count: The threads have no step, and main only joins them: one trace.
// pthread_exit deep in a call leaves the thread, runs its cleanup handlers and gives its value to join.
#include <assert.h>
#include <pthread.h>

static int cleaned[2];

static void clean(void* where) {
  ++*(int*)where;
}

static void leave(void* value) {
  pthread_exit(value);
}

static void* call(void* value) {
  leave(value);
  assert(0);
  return 0;
}

static void* run(void* where) {
  pthread_cleanup_push(clean, where);
  call(where);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, &cleaned[n]);
  for (int n = 0; n < 2; ++n) {
    void* result;
    pthread_join(t[n], &result);
    assert(result == &cleaned[n]);
    assert(cleaned[n] == 1);
  }
  return 0;
}

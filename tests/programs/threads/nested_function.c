// expect: verified 1
// count: the thread's steps are ordered by create and join: 1 trace.
// A pointer to a function within a function leads to code on the stack (gcc).
#include <assert.h>
#include <pthread.h>

int main(void) {
  int count = 0;
  void* run(void* unused) {
    count++;
    return unused;
  }
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  assert(count == 1);
  return 0;
}

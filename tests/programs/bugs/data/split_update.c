// expect: bug assertion
// message: counter == 2
// location: split_update.c:28
// A read-modify-write in two steps, each of them atomic: an update is lost.
// fixed: verified 2
// toy: var counter
// toy: thread t[2] { r = fetch_add counter, 1 }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* count(void* unused) {
#ifdef FIXED
  counter++;
#else
  counter = counter + 1;
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, count, 0);
  count(0);
  pthread_join(thread, 0);
  assert(counter == 2);
  return 0;
}

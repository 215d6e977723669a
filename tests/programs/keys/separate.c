// expect: verified 2
// toy: var x
// toy: thread run[2] { r = fetch_add x, 1 }
// Each thread has its own value of a key, across switches to other threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static pthread_key_t keys[40];
static atomic_int x;

static void* run(void* argument) {
  intptr_t me = (intptr_t)argument;
  for (int k = 0; k < 40; ++k) {
    assert(pthread_getspecific(keys[k]) == 0);
    pthread_setspecific(keys[k], (void*)(100 * me + k));
  }
  atomic_fetch_add(&x, 1);
  for (int k = 0; k < 40; ++k) assert((intptr_t)pthread_getspecific(keys[k]) == 100 * me + k);
  return 0;
}

int main(void) {
  for (int k = 0; k < 40; ++k) assert(pthread_key_create(&keys[k], 0) == 0);
  pthread_t t[2];
  for (intptr_t n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, (void*)(n + 1));
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(pthread_getspecific(keys[0]) == 0);
  return 0;
}

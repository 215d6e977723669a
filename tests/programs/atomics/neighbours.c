// expect: verified 1
// toy: var bytes[4]
// toy: thread t[4] { bytes[me] = 7; r = fetch_add bytes[me], 1 }
// Bytes next to each other are variables of their own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint8_t bytes[4];

static void* run(void* argument) {
  intptr_t me = (intptr_t)argument;
  atomic_store(&bytes[me], 7);
  atomic_fetch_add(&bytes[me], 1);
  return 0;
}

int main(void) {
  pthread_t t[4];
  for (intptr_t n = 0; n < 4; ++n) pthread_create(&t[n], 0, run, (void*)n);
  for (int n = 0; n < 4; ++n) pthread_join(t[n], 0);
  for (int n = 0; n < 4; ++n) assert(atomic_load(&bytes[n]) == 8);
  return 0;
}

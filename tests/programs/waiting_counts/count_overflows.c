// expect: incomplete the loop at
// options: --scheduler=newest-first
// A thread counts how often it has looked, in a number that begins anew. Only after 200 rounds is it 200.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;
static atomic_uchar looks;

static void* worker(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(&looks, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  assert(looks != 200);
}

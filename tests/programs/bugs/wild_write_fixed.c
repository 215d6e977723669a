// expect: verified 2
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1 }
// The same writes within bounds, and no crash: each execution starts with clean memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;
static char text[5000];
static char* heap;

static void* run(void* unused) {
  assert(text[0] == 0 && heap[0] == 0);
  if (atomic_fetch_add(&x, 1) == 1) {
    memset(text, 'z', sizeof text);
    memset(heap, 'z', 5000);
  }
  return unused;
}

int main(void) {
  heap = calloc(5000, 1);
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, 0);
  pthread_exit(0);
}

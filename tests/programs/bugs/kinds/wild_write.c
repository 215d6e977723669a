// expect: bug signal 2
// options: --keep-going --memory-errors=ignore
// failed: 2
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1; assert r != 1 }
// A thread overwrites globals, a heap block and its bookkeeping before it crashes: the next execution starts clean.
// fixed: verified 2
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1 }
// The same writes within bounds, and no crash: each execution starts with clean memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;
#ifndef FIXED
static volatile int* volatile nowhere = (int*)8;
#endif
static char text[5000];
static char* heap;

static void* run(void* unused) {
#ifdef FIXED
  assert(text[0] == 0 && heap[0] == 0);
#endif
  if (atomic_fetch_add(&x, 1) == 1) {
    memset(text, 'z', sizeof text);
    memset(heap, 'z', 5000);
#ifndef FIXED
    memset(heap - 16, 0xff, 16);
    *nowhere = 1;
#endif
  }
  return unused;
}

int main(void) {
#ifdef FIXED
  heap = calloc(5000, 1);
#else
  heap = malloc(5000);
#endif
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, 0);
#ifndef FIXED
  if (text[0] == 'z' && atomic_load(&x) == 0) abort();
#endif
  pthread_exit(0);
}

// expect: verified 2
// toy: var x
// toy: thread run[2] { r = fetch_add x, 1 }
// Threads with 100 MB of stack, which they use: one that asks for so much, and one that brings it along.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { MB = 1 << 20 };

static atomic_int x;
static char* own;

static void* use(void* expected) {
  volatile char bytes[90 * MB];
  for (int at = 0; at < (int)sizeof bytes; at += 4 * MB) bytes[at] = 1;
  bytes[sizeof bytes - 1] = 1;
  atomic_fetch_add(&x, bytes[8 * MB]);
  pthread_attr_t attributes;
  pthread_getattr_np(pthread_self(), &attributes);
  void* begin;
  size_t size;
  pthread_attr_getstack(&attributes, &begin, &size);
  assert(size >= 100 * MB - 4096 && (char*)begin <= (char*)bytes && (char*)bytes < (char*)begin + size);
  assert(expected == 0 || ((char*)bytes >= own && (char*)bytes < own + 100 * MB));
  pthread_attr_destroy(&attributes);
  return 0;
}

int main(void) {
  own = mmap(0, 100 * MB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  pthread_attr_t large, brought;
  pthread_attr_init(&large);
  assert(pthread_attr_setstacksize(&large, 100 * MB) == 0);
  pthread_attr_init(&brought);
  assert(pthread_attr_setstack(&brought, own, 100 * MB) == 0);
  pthread_t a, b;
  pthread_create(&a, &large, use, 0);
  pthread_create(&b, &brought, use, own);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
}

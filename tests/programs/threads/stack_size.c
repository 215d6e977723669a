// expect: verified 2
// assumes: no thread needs more than the small stack that the program has asked for
// toy: var x
// toy: thread run[2] { r = fetch_add x, 1 }
// toy: thread main { join run[0]; join run[1]; r = x }
// A thread with a stack of the size that its attributes ask for, and one that uses much of the usual size.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x;

static void* run(void* unused) {
  char bytes[512 * 1024];
  memset(bytes, 1, sizeof bytes);
  atomic_fetch_add(&x, bytes[sizeof bytes / 2]);
  assert(bytes[0] == 1 && bytes[sizeof bytes - 1] == 1);
  return unused;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1024 * 1024);
  pthread_t a, b;
  pthread_create(&a, &attributes, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&x) == 2);
  return 0;
}

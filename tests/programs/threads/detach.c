// expect: verified 6
// toy: var x
// toy: thread t[3] { r = fetch_add x, 1 }
// Threads that are detached by main, by themselves, or from the start run on after main has left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* add(void* unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

static void* detach_and_add(void* unused) {
  assert(pthread_detach(pthread_self()) == 0);
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  assert(pthread_detach(t) == 0);
  pthread_create(&t, 0, detach_and_add, 0);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &attributes, add, 0);
  pthread_attr_destroy(&attributes);
  pthread_exit(0);
}

// expect: bug assertion
// A destructor creates a thread, and another destructor comes after it: both run in every execution, wherever it is restarted.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int seen_by_child = -1, seen_by_first = -1, seen_by_second = -1;
static pthread_key_t first_key, second_key;
static pthread_t child_thread;

static void* child(void* unused) {
  atomic_store(&x, 1);
  seen_by_child = atomic_load(&y);
  return unused;
}
static void first_destructor(void* unused) {
  (void)unused;
  pthread_create(&child_thread, 0, child, 0);
  seen_by_first = atomic_load(&x);
}
static void second_destructor(void* unused) {
  (void)unused;
  atomic_store(&y, 1);
  seen_by_second = atomic_load(&x);
}
static void* run(void* unused) {
  pthread_setspecific(first_key, &x);
  pthread_setspecific(second_key, &x);
  return unused;
}

int main(void) {
  pthread_key_create(&first_key, first_destructor);
  pthread_key_create(&second_key, second_destructor);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(child_thread, 0);
  assert(!(seen_by_child == 0 && seen_by_first == 0 && seen_by_second == 1));
  return 0;
}

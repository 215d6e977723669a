// expect: verified 5
// options: --leftover-threads=ignore
// toy: var x, y
// toy: thread main { spawn child; a = x; y = 1; b = x }
// toy: thread child { x = 1; r = y }
// The first thread is created by a destructor of main's: what main has registered is part of the state to restart from.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static pthread_key_t first_key, second_key;

static void* child(void* unused) {
  atomic_store(&x, 1);
  (void)atomic_load(&y);
  return unused;
}
static void first_destructor(void* unused) {
  (void)unused;
  pthread_t t;
  pthread_create(&t, 0, child, 0);
  pthread_detach(t);
  (void)atomic_load(&x);
}
static void second_destructor(void* unused) {
  (void)unused;
  atomic_store(&y, 1);
  (void)atomic_load(&x);
}

int main(void) {
  pthread_key_create(&first_key, first_destructor);
  pthread_key_create(&second_key, second_destructor);
  pthread_setspecific(first_key, &x);
  pthread_setspecific(second_key, &x);
  pthread_exit(0);
}

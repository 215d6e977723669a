// expect: verified 2
// toy: var x
// toy: thread any { r = x }
// toy: thread new_only { r = x; assert r == 1 }
// toy: thread main { spawn any; x = 1; spawn new_only; join any; join new_only }
// What main did before it created a thread has happened for that thread, and not for the ones before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* any(void* unused) {
  (void)atomic_load(&x);
  return unused;
}

static void* new_only(void* unused) {
  assert(atomic_load(&x) == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, any, 0);
  atomic_store(&x, 1);
  pthread_create(&b, 0, new_only, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

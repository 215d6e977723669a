// expect: verified 2
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1 }
// assumes: nothing
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void* run(void* unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

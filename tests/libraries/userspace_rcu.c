// expect: verified
// package: liburcu-dev
// Atomic operations and barriers of userspace RCU, which are inline assembly and volatile accesses.
#include <assert.h>
#include <pthread.h>
#include <urcu/system.h>
#include <urcu/uatomic.h>

static int data, ready;
static long references;

static void* publish(void* unused) {
  data = 42;
  cmm_smp_wmb();
  uatomic_set(&ready, 1);
  uatomic_inc(&references);
  return unused;
}
static void* look(void* unused) {
  if (uatomic_read(&ready)) {
    cmm_smp_rmb();
    assert(data == 42);
  }
  assert(uatomic_add_return(&references, 1) >= 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, publish, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(uatomic_read(&references) == 2);
  return 0;
}

// expect: bug assertion
// options: --scheduler=newest-first
// A thread counts how often it has looked. A copy of the struct that it is in tells that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct Numbers {
  long first;
  int looks;
  long more[20];
};
static union {
  struct Numbers plain;
  struct {
    long first;
    atomic_int looks;
  } counted;
} numbers;
static atomic_int stop;

static __attribute__((noinline)) void check(struct Numbers all) {
  assert(all.looks < 3);
}

static void* worker(void* unused) {
  while (!atomic_load(&stop)) atomic_fetch_add(&numbers.counted.looks, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  check(numbers.plain);
}

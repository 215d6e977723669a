// expect: verified 24
// toy: # Whatever they compute, each is one step that writes.
// toy: var x = 1
// toy: thread t[4] { r = fetch_add x, 10 }
// Four different operations on one variable do not commute: 4! orders, and the results fit to each other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 1;
static int seen[4];

static void* add(void* unused) {
  seen[0] = atomic_fetch_add(&x, 10);
  return unused;
}

static void* combine(void* unused) {
  seen[1] = atomic_fetch_or(&x, 64);
  return unused;
}

static void* replace(void* unused) {
  seen[2] = atomic_exchange(&x, 3);
  return unused;
}

static void* flip(void* unused) {
  seen[3] = atomic_fetch_xor(&x, 128);
  return unused;
}

int main(void) {
  void* (*const functions[4])(void*) = {add, combine, replace, flip};
  pthread_t t[4];
  for (int n = 0; n < 4; ++n) pthread_create(&t[n], 0, functions[n], 0);
  for (int n = 0; n < 4; ++n) pthread_join(t[n], 0);
  int firsts = 0;
  for (int n = 0; n < 4; ++n) firsts += seen[n] == 1;
  assert(firsts == 1);
  return 0;
}

// expect: verified 2
// toy: var destroyed
// toy: thread t[2] { r = fetch_add destroyed, 1 }
// C11 thread-specific storage, with a destructor.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

static tss_t key;
static atomic_int destroyed;

static void destroy(void* value) {
  atomic_fetch_add(&destroyed, *(int*)value);
  free(value);
}

static int run(void* unused) {
  (void)unused;
  assert(tss_get(key) == 0);
  int* value = malloc(sizeof *value);
  *value = 10;
  assert(tss_set(key, value) == thrd_success);
  assert(tss_get(key) == value);
  return 0;
}

int main(void) {
  assert(tss_create(&key, destroy) == thrd_success);
  thrd_t a, b;
  thrd_create(&a, run, 0);
  thrd_create(&b, run, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  assert(atomic_load(&destroyed) == 20);
  tss_delete(key);
  return 0;
}

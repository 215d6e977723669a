// C11 threads: two threads raise a maximum with a compare-and-swap loop, correct: no value is lost.
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#include <threads.h>

static atomic_int maximum;

static int raise_to(void* argument) {
  const int value = *(const int*)argument;
  int seen = atomic_load(&maximum);
  while (seen < value && !atomic_compare_exchange_strong(&maximum, &seen, value)) {
  }
  return 0;
}

int main(void) {
  static const int values[] = {3, 7};
  thrd_t threads[2];
  for (int n = 0; n < 2; ++n) thrd_create(&threads[n], raise_to, (void*)&values[n]);
  for (int n = 0; n < 2; ++n) thrd_join(threads[n], NULL);
  assert(atomic_load(&maximum) == 7);
  return 0;
}

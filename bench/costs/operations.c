// What an execution and a visible operation cost: EXECUTIONS executions with OPERATIONS operations each, all of them alike.
#include <mazurka.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  mazurka_choose(EXECUTIONS);
  for (int k = 0; k < OPERATIONS; k++) atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return 0;
}

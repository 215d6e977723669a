#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>

static ck_stack_t stack;
static ck_stack_entry_t entries[2];

static void* push(void* unused) {
  ck_stack_push_mpmc(&stack, &entries[0]);
  return unused;
}

int main(void) {
  ck_stack_init(&stack);
  pthread_t other;
  pthread_create(&other, 0, push, 0);
  ck_stack_push_mpmc(&stack, &entries[1]);
  ck_stack_pop_mpmc(&stack);
  pthread_join(other, 0);
  assert(ck_stack_pop_mpmc(&stack) && !ck_stack_pop_mpmc(&stack));
}

// expect: verified
// package: libck-dev
// A spinlock, a counter, a stack and a ring of Concurrency Kit, which are inline assembly.
#include <assert.h>
#include <ck_pr.h>
#include <ck_ring.h>
#include <ck_spinlock.h>
#include <ck_stack.h>
#include <pthread.h>

static ck_spinlock_t lock = CK_SPINLOCK_INITIALIZER;
static int counter;
static unsigned references;
static ck_stack_t stack;
static ck_stack_entry_t entries[2];
static ck_ring_t ring;
static ck_ring_buffer_t places[4];
static int message;

static void* produce(void* unused) {
  message = 42;
  ck_ring_enqueue_spsc(&ring, places, &message);
  ck_stack_push_upmc(&stack, &entries[0]);
  ck_spinlock_lock(&lock);
  counter++;
  ck_spinlock_unlock(&lock);
  ck_pr_inc_uint(&references);
  return unused;
}
static void* consume(void* unused) {
  void* found;
  if (ck_ring_dequeue_spsc(&ring, places, &found)) assert(*(int*)found == 42);
  ck_stack_push_upmc(&stack, &entries[1]);
  ck_spinlock_lock(&lock);
  counter++;
  ck_spinlock_unlock(&lock);
  ck_pr_inc_uint(&references);
  return unused;
}

int main(void) {
  ck_stack_init(&stack);
  ck_ring_init(&ring, 4);
  pthread_t a, b;
  pthread_create(&a, 0, produce, 0);
  pthread_create(&b, 0, consume, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2 && ck_pr_load_uint(&references) == 2);
  assert(ck_stack_pop_upmc(&stack) && ck_stack_pop_upmc(&stack) && !ck_stack_pop_upmc(&stack));
  return 0;
}

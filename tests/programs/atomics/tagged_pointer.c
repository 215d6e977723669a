// expect: bug assertion
// flags: -mcx16
// fixed: verified 53
// flags: -mcx16
// toy: # The top, 1 or 2, and three times the count; what is behind 1 is 2 at first, and written as 0.
// toy: var s = 1
// toy: var next[3]
// toy: thread late { r = 0; while !r { c = s; c = c / 3; t = s; t = t % 3; if t == 0 { break }; n = next[t]; if t == 1 { if n == 0 { n = 2 } else { n = n - 1 } }; r = cas s, c * 3 + t, (c + 1) * 3 + n } }
// toy: thread early {
// toy:   f = 0; r = 0; while !r { c = s; c = c / 3; t = s; t = t % 3; f = t; if t == 0 { break }; n = next[t]; if t == 1 { if n == 0 { n = 2 } else { n = n - 1 } }; r = cas s, c * 3 + t, (c + 1) * 3 + n }
// toy:   r = 0; while !r { c = s; c = c / 3; t = s; t = t % 3; if t == 0 { break }; n = next[t]; if t == 1 { if n == 0 { n = 2 } else { n = n - 1 } }; r = cas s, c * 3 + t, (c + 1) * 3 + n }
// toy:   r = 0; if f == 0 { r = 1 }
// toy:   while !r { c = s; c = c / 3; t = s; t = t % 3; n = t; if f == 1 { n = t + 1; if t == 2 { n = 0 } }; next[f] = n; r = cas s, c * 3 + t, (c + 1) * 3 + f }
// toy: }
// A stack whose top has a count beside it: both are exchanged together, and read one after the other. Without the count,
// a thread that was late takes what it saw long ago for what is there (ABA).
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct Node {
  struct Node* next;
};
__extension__ typedef unsigned __int128 Both;
static union {
  struct {
    uint64_t top, count;
  };
  Both both;
} stack;
static struct Node nodes[2];

static Both with(const struct Node* node, uint64_t count) {
  return (Both)count << 64 | (uintptr_t)node;
}

static struct Node* pop(void) {
  for (;;) {
    const uint64_t count = __atomic_load_n(&stack.count, __ATOMIC_SEQ_CST);
    struct Node* top = (struct Node*)__atomic_load_n(&stack.top, __ATOMIC_SEQ_CST);
    if (top == 0) return 0;
    struct Node* next = __atomic_load_n(&top->next, __ATOMIC_SEQ_CST);
#ifdef FIXED
    if (__sync_bool_compare_and_swap(&stack.both, with(top, count), with(next, count + 1))) return top;
#else
    (void)count;
    if (__sync_bool_compare_and_swap(&stack.top, (uintptr_t)top, (uintptr_t)next)) return top;
#endif
  }
}

static void push(struct Node* node) {
  for (;;) {
    const uint64_t count = __atomic_load_n(&stack.count, __ATOMIC_SEQ_CST);
    struct Node* top = (struct Node*)__atomic_load_n(&stack.top, __ATOMIC_SEQ_CST);
    __atomic_store_n(&node->next, top, __ATOMIC_SEQ_CST);
    if (__sync_bool_compare_and_swap(&stack.both, with(top, count), with(node, count + 1))) return;
  }
}

static struct Node* taken;

static void* late(void* unused) {
  taken = pop();
  return unused;
}

int main(void) {
  pthread_t thread;
  nodes[0].next = &nodes[1];
  stack.top = (uintptr_t)&nodes[0];
  pthread_create(&thread, 0, late, 0);
  struct Node* first = pop();
  struct Node* second = pop();
  if (first != 0) push(first);
  pthread_join(thread, 0);
  struct Node* left = (struct Node*)stack.top;
  assert(left == 0 || (left != second && left != taken));
}

// expect: bug assertion
// message: taken[node] == 0
// location: aba.c:58
// ABA: pop of a lock-free stack has read the top and its successor. Meanwhile both are popped and the first is pushed
// back: the compare-exchange succeeds, and the successor, which is in use, is the top again.
// fixed: verified 51
// toy: var next[3], top = 1, taken[3]
// toy: thread start { next[1] = 2; spawn t[0]; spawn t[1] }
// toy: thread t[2] {
// toy:   for k = 1 to 2 {
// toy:     r = 0
// toy:     node = 1
// toy:     while r == 0 && node != 0 {
// toy:       old = top
// toy:       node = old % 16
// toy:       if node != 0 {
// toy:         successor = next[node]
// toy:         r = cas top, old, (old / 16 + 1) * 16 + successor
// toy:       }
// toy:     }
// toy:     if node != 0 { q = taken[node]; taken[node] = 1 }
// toy:     if k == 1 { first = node }
// toy:   }
// toy:   if me == 0 && first != 0 {
// toy:     taken[first] = 0
// toy:     r = 0
// toy:     while r == 0 {
// toy:       old = top
// toy:       next[first] = old % 16
// toy:       r = cas top, old, (old / 16 + 1) * 16 + first
// toy:     }
// toy:   }
// toy: }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kNone = 0, kTag = 16 };
static atomic_uint next[3] = {0, 2, kNone};
static atomic_uint top = 1;  // a node; in the higher bits, if fixed, the number of changes
static atomic_int taken[3];

static unsigned changed(unsigned from, unsigned node) {
#ifdef FIXED
  return (from / kTag + 1) * kTag + node;
#else
  (void)from;
  return node;
#endif
}

static unsigned pop(void) {
  for (;;) {
    unsigned old = top, node = old % kTag;
    if (node == kNone) return kNone;
    unsigned successor = next[node];
    if (!atomic_compare_exchange_strong(&top, &old, changed(old, successor))) continue;
    assert(taken[node] == 0);
    taken[node] = 1;
    return node;
  }
}

static void push(unsigned node) {
  taken[node] = 0;
  unsigned old;
  do {
    old = top;
    next[node] = old % kTag;
  } while (!atomic_compare_exchange_strong(&top, &old, changed(old, node)));
}

static void* pop_two(void* unused) {
  pop();
  pop();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, pop_two, 0);
  unsigned first = pop();
  unsigned second = pop();
  (void)second;
  if (first != kNone) push(first);
  pthread_join(thread, 0);
  return 0;
}

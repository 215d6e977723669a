// expect: bug assertion
// message: popped >= promised
// location: mpsc_queue.c:58
// A queue for many producers: between taking the tail and linking the item the list has a gap, which the consumer takes
// for its end, although the item of another producer is behind it.
// fixed: verified 74
// toy: # Node 0 is the stub. Who finds a gap waits for ever.
// toy: var next[3], tail, pushed
// toy: thread push[2] { before = exchange tail, me + 1; next[before] = me + 1; r = fetch_add pushed, 1 }
// toy: thread main {
// toy:   r = pushed
// toy:   head = 0
// toy:   goes_on = 1
// toy:   while goes_on {
// toy:     n = next[head]
// toy:     if n == 0 {
// toy:       t = tail
// toy:       if t != head { n = next[head]; if n == 0 { await tail == 99 } }
// toy:     }
// toy:     if n == 0 { goes_on = 0 } else { head = n }
// toy:   }
// toy: }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct Node {
  struct Node* _Atomic next;
};
static struct Node stub, nodes[2];
static struct Node* _Atomic tail = &stub;
static atomic_int pushed;

static void* push(void* node) {
  struct Node* before = atomic_exchange(&tail, node);
  before->next = node;
  pushed++;
  return 0;
}

static int pop_all(void) {
  int count = 0;
  for (struct Node* head = &stub;; count++) {
    struct Node* next = head->next;
#ifdef FIXED
    while (next == NULL && tail != head) next = head->next;
#endif
    if (next == NULL) return count;
    head = next;
  }
}

int main(void) {
  pthread_t threads[2];
  for (int n = 0; n < 2; n++) pthread_create(&threads[n], 0, push, &nodes[n]);
  int promised = pushed, popped = pop_all();
  assert(popped >= promised);
  for (int n = 0; n < 2; n++) pthread_join(threads[n], 0);
  return 0;
}

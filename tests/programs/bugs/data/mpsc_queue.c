// expect: bug assertion
// message: popped >= promised
// location: mpsc_queue.c:42
// A queue for many producers: between taking the tail and linking the item the list has a gap, which the consumer takes
// for its end, although the item of another producer is behind it.
// fixed: verified
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

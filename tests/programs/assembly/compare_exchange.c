// expect: verified 4
// A stack that is pushed to by lock cmpxchg.
// count: one thread comes after the other (2), or both load first, and one of them fails once (2): 4.
#include <assert.h>
#include <pthread.h>

struct node {
  struct node* next;
  int value;
};
static struct node* head;
static struct node nodes[2];

static int swap_if(struct node** memory, struct node* expected, struct node* desired) {
  unsigned char done;
  __asm__ volatile("lock cmpxchgq %3, %1\n\tsetz %0"
                   : "=q"(done), "+m"(*memory), "+a"(expected)
                   : "r"(desired)
                   : "memory", "cc");
  return done;
}
static void* push(void* argument) {
  struct node* node = argument;
  struct node* old;
  do {
    __asm__ volatile("movq %1, %0" : "=r"(old) : "m"(head) : "memory");
    node->next = old;
  } while (!swap_if(&head, old, node));
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) {
    nodes[n].value = n + 1;
    pthread_create(&t[n], 0, push, &nodes[n]);
  }
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  int sum = 0;
  for (struct node* at = head; at; at = at->next) sum += at->value;
  assert(sum == 3);
  return 0;
}

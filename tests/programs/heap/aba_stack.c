// expect: bug use_after_free
// A stack of nodes from malloc, whose pop() takes the top node out if the top is still what it was. There is no race;
// but between the two looks another thread pops two nodes, frees both, and pushes a new one, which has the address of
// the first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node* next;
  int value;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node* top;

static void push(int value) {
  struct node* node = malloc(sizeof *node);
  node->value = value;
  pthread_mutex_lock(&mutex);
  node->next = top;
  top = node;
  pthread_mutex_unlock(&mutex);
}

static struct node* pop(void) {
  pthread_mutex_lock(&mutex);
  struct node* node = top;
  struct node* next = node == 0 ? 0 : node->next;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  int same = top == node;
  if (same) top = next;
  pthread_mutex_unlock(&mutex);
  return same ? node : 0;
}

static void* pop_one(void* unused) {
  free(pop());
  return unused;
}

static void* pop_two_push_one(void* unused) {
  struct node *first = pop(), *second = pop();
  free(second);
  free(first);
  push(3);
  return unused;
}

int main(void) {
  push(1);
  push(2);
  pthread_t a, b;
  pthread_create(&a, 0, pop_one, 0);
  pthread_create(&b, 0, pop_two_push_one, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  // 2 and 1 were there, 3 was pushed: 1 is never above 3, and a node that was freed is not there at all.
  assert(top == 0 || top->value == 3 || top->next == 0);
}

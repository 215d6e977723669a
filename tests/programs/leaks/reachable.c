// expect: verified 1
// options: --leaks
// count: Allocating, keys and mapping memory are no steps that another thread could meet, and main goes on only when
//   it has joined the thread: one trace.
// Not lost: what a variable, another block, a thread-local variable, a stack, a thread-specific value or mapped memory
// points to, even into its middle.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

struct node {
  struct node *next;
  char rest[40];
};
static struct node *list;
static char *middle;
static _Thread_local void *own;
static pthread_key_t key;
static void **mapped;


static void *forget(void *argument) {
  own = malloc(8);
  free(own);
  return argument;
}

int main(void) {
  pthread_t thread;
  list = calloc(1, sizeof *list);
  list->next = calloc(1, sizeof *list);
  middle = (char *)malloc(100) + 50;
  pthread_key_create(&key, free);
  pthread_create(&thread, 0, forget, 0);
  pthread_join(thread, 0);
  own = malloc(8);
  pthread_setspecific(key, malloc(32));
  mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *mapped = malloc(64);
  void *volatile here = malloc(16);
  exit(here == 0);
}

// expect: bug heap_overflow
// The second of two bytes is one too many, in the room that the block has left.
// fixed: verified 2
// toy: var used
// toy: thread t[2] { r = fetch_add used, 1 }
// Both bytes are in the block.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int used;
static char* text;

static void* first(void* unused) {
  text[atomic_fetch_add(&used, 1)] = 'a';
  return unused;
}
static void* second(void* unused) {
  return first(unused);
}

int main(void) {
#ifdef FIXED
  text = malloc(2);
#else
  text = malloc(1);
#endif
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(text);
}

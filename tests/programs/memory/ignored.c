// expect: verified 2
// options: --memory-errors=ignore
// toy: var used
// toy: thread t[2] { r = fetch_add used, 1 }
// An overflow that is not to be reported.
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
  text = malloc(1);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

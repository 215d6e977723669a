// expect: verified 6
// toy: var x
// toy: thread run[3] { r = fetch_add x, 1 }
// toy: thread main { join run[0]; join run[1]; join run[2]; r = x }
// Every execution begins with the same memory: globals, heap, stack of main.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;
static int global = 1;
static char* text;

static void* run(void* local) {
  atomic_fetch_add(&x, 1);
  return local;
}

int main(void) {
  int local = 3;
  text = malloc(100000);
  memset(text, 'a', 100000);
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, run, &local);
  assert(global == 1 && local == 3 && text[0] == 'a' && text[99999] == 'a');
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(atomic_load(&x) == 3);
  global = local = 0;
  memset(text, 'b', 100000);
  free(text);
  text = 0;
  return 0;
}

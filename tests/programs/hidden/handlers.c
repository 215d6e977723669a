// expect: bug assertion
// message: ran == 0
// Two threads register handlers for the end of the program, which run in the opposite order.
// fixed: verified 2
// handlers.c, with handlers that do not mind.
// toy: var handlers
// toy: thread t[2] { fetch_add handlers, 1 }
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int ran;

static void first(void) { ran++; }
#ifdef FIXED
static void second(void) { assert(ran == 0 || ran == 1); }
#else
static void second(void) { assert(ran == 0); }
#endif

static void* add_first(void* unused) {
  atexit(first);
  return unused;
}
static void* add_second(void* unused) {
  atexit(second);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, add_first, 0);
  pthread_create(&u, 0, add_second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

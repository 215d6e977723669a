// expect: verified 4
// toy: var cancelled
// toy: sem pipe
// toy: thread t { r = cancelled; if r == 0 { r = cancelled; if r == 0 { q = tryacquire pipe; if q == 0 { await cancelled == 9 } } } }
// toy: thread main { release pipe; cas cancelled, 0, 1 }
// Cancelled before it reads from a pipe or while it waits there, or it reads.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* run(void* unused) {
  char c = 0;
  assert(read(ends[0], &c, 1) == 1 && c == 'x');
  return unused;
}

int main(void) {
  pthread_t t;
  void* result;
  assert(pipe(ends) == 0);
  pthread_create(&t, 0, run, 0);
  assert(write(ends[1], "x", 1) == 1);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == 0 || result == PTHREAD_CANCELED);
  return 0;
}

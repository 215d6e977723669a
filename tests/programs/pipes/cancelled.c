// expect: verified 5
// toy: # Reading looks twice whether it is cancelled: cancel/pipe.c.
// toy: var cancelled
// toy: sem pipe
// toy: thread t {
// toy:   r = cancelled
// toy:   if r == 0 {
// toy:     r = cancelled
// toy:     if r == 0 {
// toy:       q = tryacquire pipe
// toy:       if q == 0 { await cancelled == 9 }
// toy:       r = cancelled
// toy:       if r == 0 { await cancelled == 9 }
// toy:     }
// toy:   }
// toy: }
// toy: thread main { release pipe; cas cancelled, 0, 1 }
// A thread that waits for a pipe is cancelled: it ends there, or has read what was written.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], empty[2];

static void* reader(void* unused) {
  char c = 0;
  assert(read(ends[0], &c, 1) == 1 && c == 'x');
  struct pollfd wanted = {empty[0], POLLIN, 0};
  poll(&wanted, 1, -1);
  assert(0);
  return unused;
}

int main(void) {
  pthread_t t;
  void* result;
  pipe(ends);
  pipe(empty);
  pthread_create(&t, 0, reader, 0);
  assert(write(ends[1], "x", 1) == 1);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}

// expect: verified 4
// toy: var cancelled
// toy: thread t { r = cancelled; if r == 0 { r = cancelled; if r == 0 { r = cancelled } } }
// toy: thread main { cas cancelled, 0, 1 }
// Cancelled before it opens, reads or closes.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void* run(void* unused) {
  char c;
  int file = open("/dev/null", O_RDONLY);
  assert(read(file, &c, 1) == 0);
  close(file);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_cancel(t);
  pthread_join(t, 0);
  return 0;
}

// expect: bug assertion
// message: assertion failed: write
// The first thread closes its descriptor twice. In between, the other may have opened a file and got the same number.
// fixed: verified 6
// toy: # Opening and closing write the table of files; all else is the thread's own.
// toy: var table
// toy: thread t[2] { r = exchange table, 1; r = exchange table, 0 }
// The fixed twin of closed_twice.c. As own_files.c: the orders of opening and closing.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void* careless(void* unused) {
  int file = open("/dev/null", O_RDONLY);
#ifndef FIXED
  close(file);
#endif
  close(file);
  return unused;
}

static void* writer(void* unused) {
  int file = open("mazurka-closed", O_CREAT | O_WRONLY, 0600);
  assert(write(file, "x", 1) == 1);
  close(file);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, careless, 0);
  pthread_create(&u, 0, writer, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

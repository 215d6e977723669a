// expect: bug deadlock
// Nobody writes to the pipe that is waited for.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int one[2], two[2];

static void* writer(void* unused) {
  write(one[1], "x", 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pipe(one);
  pipe(two);
  pthread_create(&t, 0, writer, 0);
  struct pollfd wanted = {two[0], POLLIN, 0};
  poll(&wanted, 1, -1);
  pthread_join(t, 0);
  return 0;
}

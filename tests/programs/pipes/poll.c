// expect: verified 13
// toy: # poll only looks, at one pipe after the other. Who finds both empty waits for ever.
// toy: var pipe[2]
// toy: thread writer[2] { r = exchange pipe[me], 1 }
// toy: thread main {
// toy:   a = pipe[0]; b = pipe[1]
// toy:   left = 2
// toy:   while left > 0 {
// toy:     a = pipe[0]; b = pipe[1]
// toy:     if !a && !b { await pipe[0] == 99 }
// toy:     if a { r = exchange pipe[0], 0; left = left - 1 }
// toy:     if b { r = exchange pipe[1], 0; left = left - 1 }
// toy:   }
// toy: }
// Two pipes: whichever has something is read, and both are in the end. A poll that does not wait may find nothing.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int one[2], two[2];

static void* writer(void* ends) {
  assert(write(((int*)ends)[1], "x", 1) == 1);
  return 0;
}

int main(void) {
  pthread_t t, u;
  char c;
  pipe(one);
  pipe(two);
  pthread_create(&t, 0, writer, one);
  pthread_create(&u, 0, writer, two);
  struct pollfd wanted[2] = {{one[0], POLLIN, 0}, {two[0], POLLIN, 0}};
  int ready = poll(wanted, 2, 0);
  assert(ready >= 0 && ready <= 2);
  for (int left = 2; left > 0;) {
    ready = poll(wanted, 2, -1);
    assert(ready == 1 || ready == 2);
    for (int k = 0; k < 2; k++)
      if (wanted[k].revents & POLLIN) {
        assert(read(wanted[k].fd, &c, 1) == 1);
        left--;
      }
  }
  pthread_join(t, 0);
  pthread_join(u, 0);
  struct pollfd writable = {one[1], POLLOUT, 0};
  assert(poll(&writable, 1, -1) == 1 && writable.revents == POLLOUT);
  close(one[1]);
  assert(poll(wanted, 1, -1) == 1 && wanted[0].revents == POLLHUP);
  wanted[0].fd = 99;
  assert(poll(wanted, 1, 100) == 1 && wanted[0].revents == POLLNVAL);
  return 0;
}

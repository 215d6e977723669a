// expect: verified 4
// toy: sem event
// toy: thread post[2] { release event }
// toy: thread main { acquire event; acquire event }
// As a semaphore: the two posts in either order, and the first wait before or after the second post.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;

static void* post(void* unused) {
  assert(eventfd_write(event, 1) == 0);
  return unused;
}

int main(void) {
  pthread_t t, u;
  eventfd_t value;
  event = eventfd(0, EFD_SEMAPHORE);
  pthread_create(&t, 0, post, 0);
  pthread_create(&u, 0, post, 0);
  assert(eventfd_read(event, &value) == 0 && value == 1);
  assert(eventfd_read(event, &value) == 0 && value == 1);
  pthread_join(t, 0);
  pthread_join(u, 0);
  int counter = eventfd(5, EFD_NONBLOCK);
  assert(eventfd_write(counter, 2) == 0 && eventfd_read(counter, &value) == 0 && value == 7);
  assert(eventfd_read(counter, &value) == -1 && errno == EAGAIN && read(counter, &value, 4) == -1 && errno == EINVAL);
  return 0;
}

// expect: bug exit
// message: status 3
// err() is an exit().
#include <err.h>
#include <errno.h>
#include <pthread.h>

static void* run(void* unused) {
  errno = ENOENT;
  err(3, "message");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

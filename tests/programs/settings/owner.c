// expect: bug assertion
// fixed: verified 1
// count: fixed, no thread but main makes steps: 1 trace.
// Who owns a file, and when it was read, is told as it was set.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

static int file;

static void* give(void* argument) {
#ifndef FIXED
  const struct timespec times[2] = {{100, 0}, {200, 0}};
  assert(futimens(file, times) == 0);
#endif
  return argument;
}

int main(void) {
  struct stat found;
  pthread_t thread;
  file = open("/tmp/mazurka_owner", O_RDWR | O_CREAT, 0600);
  assert(file >= 0);
  const int is_root = geteuid() == 0;
  assert((fchown(file, 1234, 77) == 0) == is_root);
  assert(fstat(file, &found) == 0 && (!is_root || (found.st_uid == 1234 && found.st_gid == 77)));
  pthread_create(&thread, NULL, give, NULL);
  assert(fstat(file, &found) == 0 && found.st_atime != 100);
  pthread_join(thread, NULL);
  return 0;
}

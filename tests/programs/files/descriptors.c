// expect: verified 1
// Numbers, places and flags of descriptors, old ones and new ones.
// count: Only one thread makes steps, for main creates it and waits for its end: 1 trace.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static int old;

static void* run(void* unused) {
  char text[20] = {0}, more[20] = {0};
  assert(lseek(old, 0, SEEK_CUR) == 2 && read(old, text, 2) == 2 && strcmp(text, "cd") == 0);
  int copy = dup(old);
  assert(copy == old + 1 && read(copy, text, 2) == 2 && lseek(old, 0, SEEK_CUR) == 6);
  assert(dup2(copy, 20) == 20 && close(copy) == 0 && lseek(20, -1, SEEK_END) == 5);
  assert(fcntl(20, F_GETFD) == 0 && fcntl(20, F_SETFD, FD_CLOEXEC) == 0 && fcntl(20, F_GETFD) == FD_CLOEXEC);
  assert(fcntl(20, F_SETFL, O_APPEND) == 0 && (fcntl(old, F_GETFL) & O_APPEND));
  assert(pwrite(20, "g", 1, 0) == 1 && pread(old, text, 20, 0) == 7 && strncmp(text, "abcdefg", 7) == 0);
  assert(close(20) == 0 && read(20, text, 1) == -1 && errno == EBADF);
  struct iovec pieces[2] = {{text, 3}, {more, 10}};
  assert(lseek(old, 0, SEEK_SET) == 0 && readv(old, pieces, 2) == 7 && strcmp(more, "defg") == 0);
  int target = open("mazurka-copy", O_CREAT | O_RDWR, 0600);
  off_t from = 1;
  assert(target == old + 1 && sendfile(target, old, &from, 3) == 3 && from == 4);
  memset(text, 0, sizeof text);
  assert(pread(target, text, 20, 0) == 3 && strcmp(text, "bcd") == 0);
  assert(ftruncate(target, 6) == 0 && lseek(target, 0, SEEK_END) == 6 && posix_fallocate(target, 0, 8) == 0);
  struct stat status;
  assert(fstat(target, &status) == 0 && status.st_size == 8 && fchmod(target, 0400) == 0 && fsync(target) == 0);
  assert(unlink("mazurka-copy") == 0 && fstat(target, &status) == 0 && status.st_nlink == 0);
  assert(pread(target, text, 3, 0) == 3 && write(old, "x", 1) == 1 && lseek(old, 0, SEEK_CUR) == 8);
  int none = open("/dev/null", O_RDWR), full = open("/dev/full", O_RDWR);
  assert(read(none, text, 1) == 0 && write(none, text, 1) == 1 && write(full, text, 1) == -1 && errno == ENOSPC);
  assert(open("mazurka-only", O_CREAT | O_WRONLY, 0200) >= 0 && read(full + 1, text, 1) == -1 && errno == EBADF);
  return unused;
}

int main(void) {
  pthread_t t;
  old = open("mazurka-old", O_CREAT | O_RDWR, 0600);
  assert(write(old, "abcdef", 6) == 6 && lseek(old, 2, SEEK_SET) == 2);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

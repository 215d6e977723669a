// expect: verified 1
// count: One thread has all steps: one trace.
// What /dev/stdin and the like are is told of the program's own descriptors.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
  struct stat by_number, by_name;
  int file = open("/usr", O_RDONLY | O_DIRECTORY);
  char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  assert(fstat(file, &by_number) == 0 && stat(name, &by_name) == 0);
  assert(by_number.st_ino == by_name.st_ino && S_ISDIR(by_name.st_mode));
  assert(fstat(0, &by_number) == 0 && stat("/dev/stdin", &by_name) == 0);
  assert(by_number.st_mode == by_name.st_mode && by_number.st_ino == by_name.st_ino);
  assert(stat("/dev/stdout", &by_name) == 0 && access("/dev/stderr", F_OK) == 0);
  close(file);
  assert(stat(name, &by_name) == -1 && errno == ENOENT && access(name, F_OK) == -1);
  return 0;
}

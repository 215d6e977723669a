// expect: verified 1
// count: one thread, one trace.
// flags: -D_GNU_SOURCE
// There is no clock of these numbers.
#include <assert.h>
#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec time;
  const int clocks[] = {10, 12, 15, 16, 999};
  for (unsigned k = 0; k < sizeof clocks / sizeof *clocks; k++) {
    errno = 0;
    assert(clock_gettime(clocks[k], &time) == -1 && errno == EINVAL);
    errno = 0;
    assert(syscall(SYS_clock_gettime, clocks[k], &time) == -1 && errno == EINVAL);
  }
  return 0;
}

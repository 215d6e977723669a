// expect: bug data_race
// fixed: verified 1
// assumes: random numbers are the same in every execution
// count: Main looks at what the thread was given after its end: 1 trace.
// Random numbers of the kernel, by every way to them, are given to memory that another thread reads. (tests/cli/options/random.sh:
// by --random-seed there are others.)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned char bytes[5][16];
static void* run(void* unused) {
  assert(getrandom(bytes[0], 16, 0) == 16);
  assert(getentropy(bytes[1], 16) == 0);
  assert(getentropy(bytes[1], 257) == -1 && errno == EIO);
  arc4random_buf(bytes[2], 16);
  assert(syscall(SYS_getrandom, bytes[3], 16, 0) == 16);
  int file = open("/dev/urandom", O_RDONLY);
  assert(file >= 0 && read(file, bytes[4], 16) == 16 && close(file) == 0);
  assert(arc4random_uniform(1) == 0 && arc4random_uniform(10) < 10);
  return arc4random() == arc4random() ? unused : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  for (int k = 0; k < 5; k++)
    for (int other = 0; other < k; other++) assert(memcmp(bytes[k], bytes[other], 16) != 0);
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return 0;
}

// expect: bug assertion
// fixed: verified 1
// count: fixed, no thread but main makes steps: 1 trace.
// The link in /proc/self/fd says what the program's descriptor stands for, and who changes that meanwhile.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int file;

static void* replace(void* argument) {
#ifndef FIXED
  dup2(open("/tmp/mazurka_other", O_RDWR | O_CREAT, 0600), file);
#endif
  return argument;
}

int main(void) {
  char path[64], target[64];
  pthread_t thread;
  file = open("/tmp/mazurka_link", O_RDWR | O_CREAT, 0600);
  pthread_create(&thread, NULL, replace, NULL);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  ssize_t bytes = readlink(path, target, sizeof target - 1);
  assert(bytes > 0);
  target[bytes] = 0;
  assert(strcmp(target, "/tmp/mazurka_link") == 0);
  pthread_join(thread, NULL);
  return 0;
}

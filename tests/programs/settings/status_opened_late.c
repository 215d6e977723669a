// expect: bug assertion
// fixed: verified 2
// count: the thread's end is before or after main's look: 2 traces.
// The first to open /proc/self/status is a program that has threads already.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static char text[4096];

static void* nothing(void* argument) {
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  const int file = open("/proc/self/status", O_RDONLY);
  assert(pread(file, text, sizeof text - 1, 0) > 0);
#ifdef FIXED
  assert(strstr(text, "\nThreads:\t2\n") != NULL || strstr(text, "\nThreads:\t1\n") != NULL);
#else
  assert(strstr(text, "\nThreads:\t1\n") != NULL);
#endif
  pthread_join(thread, NULL);
  return 0;
}

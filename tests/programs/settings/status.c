// expect: bug assertion
// fixed: verified 2
// count: the thread's end is before or after main's first look: 2 traces.
// The number of threads in /proc/self/status is the program's own, in both orders: the other thread may have ended.
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

static int has(int file, const char* line) {
  memset(text, 0, sizeof text);
  assert(pread(file, text, sizeof text - 1, 0) > 0 && strstr(text, "\nPid:\t5000000\n") != NULL);
  return strstr(text, line) != NULL;
}

int main(void) {
  pthread_t thread;
  const int file = open("/proc/self/status", O_RDONLY);
  pthread_create(&thread, NULL, nothing, NULL);
#ifdef FIXED
  assert(has(file, "\nThreads:\t2\n") || strstr(text, "\nThreads:\t1\n") != NULL);
#else
  assert(has(file, "\nThreads:\t2\n"));
#endif
  pthread_join(thread, NULL);
  assert(has(file, "\nThreads:\t1\n"));
  return 0;
}

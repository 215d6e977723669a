// expect: unsupported memory
// fixed: verified 1
// count: no thread but main after the other has ended: 1 trace.
// A thread reads a variable by the file that is the memory of the process: nobody sees that.
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>

static int number;

static void* read_it(void* argument) {
  int seen = 0;
#ifdef FIXED
  seen = number;
#else
  pread(*(int*)argument, &seen, sizeof seen, (off_t)(uintptr_t)&number);
#endif
  return seen == 7 ? argument : NULL;
}

int main(void) {
  pthread_t thread;
#ifdef FIXED
  int file = 0;
#else
  int file = open("/proc/self/mem", O_RDONLY);
#endif
  pthread_create(&thread, NULL, read_it, &file);
#ifdef FIXED
  pthread_join(thread, NULL);
  number = 1;
#else
  number = 1;
  pthread_join(thread, NULL);
#endif
  return 0;
}

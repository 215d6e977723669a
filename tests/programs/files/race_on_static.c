// expect: bug data_race
// message: data race on buffer
// fixed: verified 1
// count: Each thread reads the file by a descriptor of its own that main made: one trace.
// The kernel writes to static memory that nobody has written to before, for two threads at once.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char buffer[2][40000];
static int file[2];

static void* run(void* number) {
  long n = (long)number;
#ifdef FIXED
  assert(read(file[n], buffer[n], 300) == 300);
#else
  assert(read(file[n], buffer[0], 300) == 300);
#endif
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long n = 0; n < 2; n++) file[n] = open(__FILE__, O_RDONLY);
  for (long n = 0; n < 2; n++) pthread_create(&t[n], 0, run, (void*)n);
  for (long n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}

// expect: unsupported sendfile from or to what is no file
// Linux copies from a file to a pipe, too.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/sendfile.h>
#include <unistd.h>

static int ends[2];

static void* send_it(void* argument) {
  const int file = open("/etc/passwd", O_RDONLY);
  assert(file >= 0 && sendfile(ends[1], file, NULL, 1) == 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  char letter;
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, send_it, NULL);
  assert(read(ends[0], &letter, 1) == 1);
  pthread_join(thread, NULL);
  return 0;
}

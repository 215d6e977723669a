// expect: unsupported mapped
// message: writing to a file that is mapped
// fixed: verified 1
// count: the thread writes before main maps the file: 1 trace.
// What is written to a file may be seen in a private mapping of it, or not.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int file;

static void* write_it(void* argument) {
  pwrite(file, "b", 1, 0);
  return argument;
}

int main(void) {
  char name[] = "/tmp/mappedXXXXXX";
  file = mkstemp(name);
  pwrite(file, "a", 1, 0);
  pthread_t thread;
#ifdef FIXED
  pthread_create(&thread, NULL, write_it, NULL);
  pthread_join(thread, NULL);
  const char* text = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
  assert(text[0] == 'b');
#else
  const char* text = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
  pthread_create(&thread, NULL, write_it, NULL);
  assert(text[0] == 'a');
  pthread_join(thread, NULL);
#endif
  unlink(name);
  return 0;
}

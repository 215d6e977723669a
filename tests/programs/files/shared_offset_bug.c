// expect: bug assertion
// location: shared_offset_bug.c:26
// The twin of shared_offset.c: who writes first is not certain.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int file;

static void* run(void* text) {
  assert(write(file, text, 1) == 1);
  return 0;
}

int main(void) {
  pthread_t t, u;
  char text[4] = {0};
  file = open("mazurka-shared", O_CREAT | O_RDWR, 0600);
  pthread_create(&t, 0, run, "a");
  pthread_create(&u, 0, run, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(pread(file, text, 4, 0) == 2);
  assert(strcmp(text, "ab") == 0);
  return 0;
}

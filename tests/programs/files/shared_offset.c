// expect: verified 2
// toy: # Writing moves the place in the open file.
// toy: var place
// toy: thread t[2] { r = fetch_add place, 1 }
// Both threads write at the place that they share: one after the other, and every execution finds the file empty.
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
  assert(strcmp(text, "ab") == 0 || strcmp(text, "ba") == 0);
  return 0;
}

// expect: unsupported opening a file for writing
// A file must not be created or truncated by an exploration.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void* run(void* path) {
  open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, "mazurka-must-not-create-this");
  pthread_join(t, 0);
  assert(access("mazurka-must-not-create-this", F_OK) != 0);
  return 0;
}

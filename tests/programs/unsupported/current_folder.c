// expect: unsupported removing or renaming the current folder
// Who is in a folder stays in it when it is removed.
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

static void* remove_it(void* argument) {
  rmdir("/tmp/mazurka-current");
  return argument;
}

int main(void) {
  pthread_t thread;
  mkdir("/tmp/mazurka-current", 0700);
  if (chdir("/tmp/mazurka-current") != 0) return 1;
  pthread_create(&thread, NULL, remove_it, NULL);
  pthread_join(thread, NULL);
  return 0;
}

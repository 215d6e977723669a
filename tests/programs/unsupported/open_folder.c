// expect: unsupported renaming a folder that is open
// A descriptor stands for the folder, whatever its name is.
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

static void* rename_it(void* argument) {
  rename("/tmp/mazurka-open", "/tmp/mazurka-opened");
  return argument;
}

int main(void) {
  pthread_t thread;
  mkdir("/tmp/mazurka-open", 0700);
  const int folder = open("/tmp/mazurka-open", O_RDONLY | O_DIRECTORY);
  pthread_create(&thread, NULL, rename_it, NULL);
  pthread_join(thread, NULL);
  return openat(folder, "file", O_CREAT | O_WRONLY, 0600) < 0;
}

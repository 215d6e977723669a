// expect: unsupported /proc/self/task
// fixed: verified 1
// count: no thread but main makes steps: 1 trace.
// How many threads there are is not what the kernel tells. Before the first one, it is.
#include <assert.h>
#include <dirent.h>
#include <pthread.h>
#include <stddef.h>

static int count(void) {
  int number = 0;
  DIR* folder = opendir("/proc/self/task");
  for (struct dirent* entry; (entry = readdir(folder)) != NULL;) number += entry->d_name[0] != '.';
  closedir(folder);
  return number;
}

static void* nothing(void* argument) {
  return argument;
}

int main(void) {
  pthread_t thread;
  assert(count() == 1);
  pthread_create(&thread, NULL, nothing, NULL);
#ifndef FIXED
  assert(count() == 1);
#endif
  pthread_join(thread, NULL);
  return 0;
}

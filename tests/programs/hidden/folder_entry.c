// expect: bug data_race
// fixed: verified 1
// count: Main only joins: one trace.
// What readdir() has returned may be gone when the next entry is read.
#include <dirent.h>
#include <pthread.h>

static DIR* folder;

static void* read_next(void* unused) {
  readdir(folder);
  return unused;
}

int main(void) {
  pthread_t t;
  folder = opendir("/");
  struct dirent* entry = readdir(folder);
  char first = entry->d_name[0];
  pthread_create(&t, 0, read_next, 0);
#ifndef FIXED
  first = entry->d_name[0];
#endif
  pthread_join(t, 0);
  return first == 0;
}

// expect: verified 1
// folder.c, but each thread has a DIR of its own.
// count: one trace, for reading a folder writes the place in it, which is the thread's own, and only reads the names of files
#include <assert.h>
#include <dirent.h>
#include <pthread.h>

static void* run(void* folder) {
  assert(readdir(folder));
  return 0;
}

int main(void) {
  pthread_t t, u;
  DIR *a = opendir("."), *b = opendir(".");
  pthread_create(&t, 0, run, a);
  pthread_create(&u, 0, run, b);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

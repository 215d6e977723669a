// expect: bug data_race
// Two threads read the same folder.
// fixed: verified 1
// Here each thread has a DIR of its own.
// count: one trace, for reading a folder writes the place in it, which is the thread's own, and only reads the names of files
#include <assert.h>
#include <dirent.h>
#include <pthread.h>

#ifdef FIXED
static void* run(void* folder) {
  assert(readdir(folder));
  return 0;
#else
static DIR* folder;

static void* run(void* unused) {
  readdir(folder);
  return unused;
#endif
}

int main(void) {
  pthread_t t, u;
#ifdef FIXED
  DIR *a = opendir("."), *b = opendir(".");
  pthread_create(&t, 0, run, a);
  pthread_create(&u, 0, run, b);
#else
  folder = opendir(".");
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
#endif
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

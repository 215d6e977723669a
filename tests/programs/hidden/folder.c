// expect: bug data_race
// Two threads read the same folder.
#include <dirent.h>
#include <pthread.h>

static DIR* folder;

static void* run(void* unused) {
  readdir(folder);
  return unused;
}

int main(void) {
  pthread_t t, u;
  folder = opendir(".");
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

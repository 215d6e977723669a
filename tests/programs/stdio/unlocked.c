// expect: bug data_race
// Two threads use a FILE that neither has locked.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

static FILE* file;

static void* run(void* name) {
  fputs_unlocked(name, file);
  return 0;
}

int main(void) {
  pthread_t t, u;
  file = fopen("mazurka-unlocked", "w");
  pthread_create(&t, 0, run, "a");
  pthread_create(&u, 0, run, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  fclose(file);
  return 0;
}

// expect: bug data_race
// flags: -O1
// The other FILE of unlocked_fixed.c, which leaves locking to the program; which forgets it once.
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>

static FILE* file;

static void* run(void* name) {
  if (*(char*)name == 'a') flockfile(file);
  fputs(name, file);
  if (*(char*)name == 'a') funlockfile(file);
  return 0;
}

int main(void) {
  pthread_t t, u;
  file = fopen("mazurka-unlocked", "w+");
  __fsetlocking(file, FSETLOCKING_BYCALLER);
  pthread_create(&t, 0, run, "a");
  pthread_create(&u, 0, run, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

// expect: bug data_race
// Two threads use a FILE that neither has locked.
// fixed: verified 4
// flags: -O1
// With locks, the calls' own in one case. The compiler has getc_unlocked in the program itself. Another FILE leaves
// locking to the program.
// toy: mutex a, b
// toy: thread t { lock a; unlock a; lock b; unlock b }
// toy: thread u { lock a; unlock a; lock b; unlock b }
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>

#ifdef FIXED
static FILE *file, *other;
#else
static FILE* file;
#endif

static void* run(void* name) {
#ifdef FIXED
  if (*(char*)name == 'a') {
    flockfile(file);
    fputs_unlocked(name, file);
    putc_unlocked('\n', file);
    funlockfile(file);
  } else {
    fprintf(file, "%s\n", (char*)name);
  }
  flockfile(other);
  fputs(name, other);
  funlockfile(other);
#else
  fputs_unlocked(name, file);
#endif
  return 0;
}

int main(void) {
  pthread_t t, u;
#ifdef FIXED
  file = fopen("mazurka-unlocked", "w+");
  other = fopen("mazurka-unlocked-2", "w+");
  assert(__fsetlocking(other, FSETLOCKING_BYCALLER) == FSETLOCKING_INTERNAL);
#else
  file = fopen("mazurka-unlocked", "w");
#endif
  pthread_create(&t, 0, run, "a");
  pthread_create(&u, 0, run, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
#ifdef FIXED
  assert(__fpending(file) == 4 && __fwriting(file) && __fpending(other) == 2);
  rewind(file);
  int first = getc_unlocked(file);
  assert((first == 'a' || first == 'b') && getc_unlocked(file) == '\n' && getc_unlocked(file) == 'a' + 'b' - first);
  assert(getc_unlocked(file) == '\n' && getc_unlocked(file) == EOF && feof_unlocked(file));
  return fclose(file);
#else
  fclose(file);
  return 0;
#endif
}

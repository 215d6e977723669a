// expect: verified 2
// toy: # The mutex of the FILE, which fprintf locks.
// toy: mutex file
// toy: thread t[2] { lock file; unlock file }
// A FILE of both threads: two orders of the calls, although nothing is written before main closes it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE* file;

static void* run(void* name) {
  assert(fprintf(file, "%s\n", (char*)name) == 2);
  return 0;
}

int main(void) {
  pthread_t t, u;
  char line[10];
  file = fopen("mazurka-stdio", "w");
  pthread_create(&t, 0, run, "a");
  pthread_create(&u, 0, run, "b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(fclose(file) == 0);
  file = fopen("mazurka-stdio", "r");
  int first = fgetc(file);
  assert(first == 'a' || first == 'b');
  assert(fgets(line, sizeof line, file) && strcmp(line, "\n") == 0);
  assert(fscanf(file, "%9s", line) == 1 && line[0] == 'a' + 'b' - first);
  assert(fgetc(file) == '\n' && fgetc(file) == EOF && feof(file));
  fclose(file);
  return 0;
}

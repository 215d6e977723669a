// expect: bug use_after_free
// Main closes a FILE that a thread may be about to use.
#include <pthread.h>
#include <stdio.h>

static FILE* file;

static void* run(void* unused) {
  fputs("text", file);
  return unused;
}

int main(void) {
  pthread_t t;
  file = fopen("mazurka-closed", "w");
  pthread_create(&t, 0, run, 0);
  fclose(file);
  pthread_join(t, 0);
  return 0;
}

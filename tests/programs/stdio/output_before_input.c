// expect: verified 2
// Reading without a buffer writes standard output first, if that has lines.
// toy: mutex in, output
// toy: thread t { lock output; unlock output }
// toy: thread u { lock in; lock output; unlock output; unlock in }
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>

static FILE* input;
static off_t size;

static void* print(void* unused) {
  printf("text");
  return unused;
}
static void* get(void* unused) {
  assert(fgetc(input) == 'x');
  return unused;
}

int main(void) {
  pthread_t t, u;
  struct stat status;
  input = fopen("mazurka-input", "w+");
  fputs("xy", input);
  rewind(input);
  setvbuf(input, 0, _IONBF, 0);
  assert(freopen("mazurka-output", "w", stdout) && setvbuf(stdout, 0, _IOLBF, 0) == 0);
  pthread_create(&t, 0, print, 0);
  pthread_create(&u, 0, get, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(stat("mazurka-output", &status) == 0);
  size = status.st_size;
  assert(size == 0 || size == 4);
  return 0;
}

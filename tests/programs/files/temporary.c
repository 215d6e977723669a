// expect: verified 20
// toy: # Making and unlinking a file write the table of files.
// toy: var table
// toy: thread t[2] { r = exchange table, 1; r = exchange table, 0; r = exchange table, 1 }
// Each thread makes two temporary files, the first of them before it has made any step: their names differ in every
// execution, those that are restarted where the threads were created too. The orders of two opens each (the threads keep
// the files open) are 4! / (2! * 2!) = 6; unlinking comes in between, so that there are three operations each: 6! / (3! * 3!).
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void* run(void* unused) {
  char first[] = "mazurka-XXXXXX", second[] = "mazurka-XXXXXX";
  char* memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(memory, 4096);
  assert(mkstemp(first) >= 0 && unlink(first) == 0);
  char* other = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(other != memory);
  assert(mkstemp(second) >= 0 && strcmp(first, second) != 0);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

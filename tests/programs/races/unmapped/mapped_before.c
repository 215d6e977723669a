// expect: bug data_race
// Memory that was mapped before the first thread is at the same address when the bug is replayed, however it was found.
// options: --algorithm=stateful
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static char* memory;

static void* write_it(void* argument) {
  memory[5000]++;
  return argument;
}

int main(void) {
  pthread_t one, other;
  memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&one, NULL, write_it, NULL);
  pthread_create(&other, NULL, write_it, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}

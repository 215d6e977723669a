// expect: bug signal
// fixed: verified 1
// toy: sem made, used
// toy: thread t { release made; acquire used }
// toy: thread main { acquire made; release used }
// A thread moves memory that another uses, and gives it back.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>

static char* memory;
static sem_t made, used;
static void* run(void* unused) {
  memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  sem_post(&made);
#ifdef FIXED
  sem_wait(&used);
#endif
  char* moved = mremap(memory, 4096, 1 << 20, MREMAP_MAYMOVE);
  moved[0] = 1;
  munmap(moved, 1 << 20);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&made, 0, 0);
  sem_init(&used, 0, 0);
  pthread_create(&t, 0, run, 0);
  sem_wait(&made);
  memory[0] = 2;
  sem_post(&used);
  pthread_join(t, 0);
  return 0;
}

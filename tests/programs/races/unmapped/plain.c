// expect: bug data_race
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// Memory is unmapped while another thread may still write to it. In the explored order the write comes first, and
// nothing crashes.
#include <pthread.h>
#include <sys/mman.h>

enum { SIZE = 64 << 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char *memory;
static int gone;

static void *write_there(void *unused) {
  pthread_mutex_lock(&mutex);
  int may = !gone;
#ifdef FIXED
  if (may) memory[5 << 20] = 1;
#endif
  pthread_mutex_unlock(&mutex);
#ifndef FIXED
  if (may) memory[5 << 20] = 1;
#endif
  return unused;
}

static void *unmap(void *unused) {
  pthread_mutex_lock(&mutex);
  gone = 1;
  pthread_mutex_unlock(&mutex);
  munmap(memory, SIZE);
  return unused;
}

int main(void) {
  memory = mmap(0, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  pthread_t a, b;
  pthread_create(&a, 0, write_there, 0);
  pthread_create(&b, 0, unmap, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

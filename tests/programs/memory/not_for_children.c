// expect: verified 2
// options: --restart=fork
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// What is said of memory for processes that the program makes is nothing to those that executions run in.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>

static char *left_out, *cleared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  pthread_mutex_lock(&mutex);
  left_out[0]++;
  cleared[0]++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  left_out = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  cleared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  cleared[0] = 5;
  assert(madvise(left_out, 4096, MADV_DONTFORK) == 0 && madvise(cleared, 4096, MADV_WIPEONFORK) == 0);
  pthread_t t[2];
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, run, 0);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  assert(left_out[0] == 2 && cleared[0] == 7);
  return 0;
}

// expect: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// Memory from before the threads is thrown away, unmapped and protected, and is there again in the next execution.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { kBytes = 1 << 16 };
static char *thrown, *unmapped;
static char protected[4 * 4096] __attribute__((aligned(4096)));
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* change(void* unused) {
  assert(thrown[0] == 7 && unmapped[5000] == 8 && protected[0] == 9);
  assert(madvise(thrown, kBytes, MADV_DONTNEED) == 0);
  assert(thrown[0] == 0 && thrown[kBytes - 1] == 0);
  thrown[1] = 3;
  assert(munmap(unmapped, kBytes) == 0);
  assert(mprotect(protected, 4096, PROT_READ) == 0);
  assert(mprotect(protected + 4096, 4096, PROT_NONE) == 0);
  assert(madvise(protected + 2 * 4096, 4096, MADV_DONTNEED) == 0);
  protected[3 * 4096] = 1;
  return unused;
}
static void* lock(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  thrown = mmap(0, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  unmapped = mmap(0, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(thrown, 7, kBytes);
  memset(unmapped, 8, kBytes);
  memset(protected, 9, sizeof protected);
  pthread_t t[3];
  pthread_create(&t[0], 0, change, 0);
  pthread_create(&t[1], 0, lock, 0);
  pthread_create(&t[2], 0, lock, 0);
  for (int n = 0; n < 3; n++) pthread_join(t[n], 0);
  return 0;
}

// expect: bug use_after_free
// A thread unmaps memory in which another one is about to change an atomic variable.
// fixed: verified 2
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1 }
// The last one to come unmaps it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

static atomic_int* count;

static void* leave(void* argument) {
#ifdef FIXED
  if (atomic_fetch_add(count, 1) == 1) munmap((void*)count, 4096);
#else
  if (argument == NULL)
    atomic_fetch_add(count, 1);
  else
    munmap((void*)count, 4096);
#endif
  return argument;
}

int main(void) {
  pthread_t one, other;
  count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&one, NULL, leave, NULL);
  pthread_create(&other, NULL, leave, &one);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}

// expect: verified 6
// toy: mutex m
// toy: thread run[3] { lock m; unlock m }
// Threads that run on memory of the program's: static, from the heap, and mapped, from before and after the threads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 256 << 10 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static char fixed[SIZE] __attribute__((aligned(4096)));

static void* run(void* stack) {
  char bytes[64 << 10];
  memset(bytes, 3, sizeof bytes);
  assert(bytes > (char*)stack && bytes < (char*)stack + SIZE);
  pthread_mutex_lock(&mutex);
  sum += bytes[1000];
  pthread_mutex_unlock(&mutex);
  return bytes[1] == 3 && bytes[sizeof bytes - 1] == 3 ? 0 : stack;
}

static pthread_t start(char* stack) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, SIZE);
  assert(pthread_create(&thread, &attributes, run, stack) == 0);
  return thread;
}

int main(void) {
  char* early = aligned_alloc(4096, SIZE);
  pthread_t a = start(early), b = start(fixed);
  char* late = aligned_alloc(4096, SIZE);
  pthread_t c = start(late);
  void* wrong[3];
  pthread_join(a, &wrong[0]);
  pthread_join(b, &wrong[1]);
  pthread_join(c, &wrong[2]);
  assert(wrong[0] == 0 && wrong[1] == 0 && wrong[2] == 0 && sum == 9);
  free(early);
  free(late);
}

// expect: bug signal
// location: unmapped.c:20
// Memory from before the threads is unmapped while one of them may still use it.
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static atomic_int* flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  munmap(flag, 4096);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* user(void* unused) {
  pthread_mutex_lock(&mutex);
  *(volatile char*)flag = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t, u;
  flag = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&u, 0, user, 0);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

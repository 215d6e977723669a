// expect: unsupported SYS_exit
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// A thread ends by a system call, and keeps a mutex. To the kernel that is the end of this thread only.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  pthread_mutex_lock(&mutex);
#ifndef FIXED
  syscall(SYS_exit, 0);
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  syscall(SYS_exit, 0);
  return 1;
}

// expect: unsupported fork
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static void* run(void* unused) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, 0, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

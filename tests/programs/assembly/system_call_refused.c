// expect: unsupported ptrace
// A call that is refused by its name is refused, too, where an instruction makes it.
#include <pthread.h>
#include <sys/syscall.h>

static void* run(void* unused) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "0"((long)SYS_ptrace), "D"(0L) : "rcx", "r11", "memory");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}

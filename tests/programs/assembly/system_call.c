// expect: unsupported assembly
// What the kernel writes for an instruction of ours.
#include <fcntl.h>
#include <pthread.h>

static char text[8];
static int file;
static void* run(void* unused) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "0"(0L), "D"((long)file), "S"(text), "d"(4L) : "rcx", "r11", "memory");
  return unused;
}

int main(void) {
  file = open("/etc/passwd", O_RDONLY);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  text[0] = 1;
  pthread_join(t, 0);
  return 0;
}

// expect: bug data_race
// What the kernel writes for an instruction of the program.
// fixed: verified 1
// count: the bytes differ, and the file belongs to one thread: 1 trace.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>

static char text[8];
static int file;

static long read_bytes(int from, char* to, long bytes) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "0"(0L), "D"((long)from), "S"(to), "d"(bytes) : "rcx", "r11", "memory");
  return result;
}

static void* run(void* unused) {
  errno = 0;
  assert(read_bytes(file, text, 4) == 4);
  assert(read_bytes(-1, text, 4) == -EBADF && errno == 0);
  return unused;
}

int main(void) {
  file = open("/etc/passwd", O_RDONLY);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  text[4] = 1;
#else
  text[0] = 1;
#endif
  pthread_join(t, 0);
  return 0;
}

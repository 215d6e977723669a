// expect: unsupported fork
// What is refused in main is refused before it.
#include <unistd.h>

__attribute__((constructor)) static void begin(void) {
  if (fork() == 0) _exit(0);
}
int main(void) {
  return 0;
}

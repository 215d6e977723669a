// expect: bug data_race
// read() writes to the buffer that the other thread looks at.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char buffer[8];
char seen;

static void* reader(void* unused) {
  read(open("/etc/passwd", O_RDONLY), buffer, sizeof buffer);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  seen = buffer[3];
  pthread_join(t, 0);
  return 0;
}

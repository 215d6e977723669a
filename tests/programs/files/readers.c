// expect: verified 4
// toy: var file
// toy: thread reader[2] { r = file }
// toy: thread main { file = 1 }
// Reads at a place of their own commute: each of the two is before or after the write. What is written is seen by those
// that come later.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void* reader(void* unused) {
  char c = 0;
  assert(pread(file, &c, 1, 0) == 1 && (c == 'x' || c == 'y'));
  return unused;
}

int main(void) {
  pthread_t t, u;
  file = open("mazurka-readers", O_CREAT | O_RDWR, 0600);
  assert(write(file, "x", 1) == 1);
  pthread_create(&t, 0, reader, 0);
  pthread_create(&u, 0, reader, 0);
  assert(pwrite(file, "y", 1, 0) == 1);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

// expect: verified 6
// toy: # Opening and closing write the table of files; all else is the thread's own.
// toy: var table
// toy: thread t[2] { r = exchange table, 1; r = exchange table, 0 }
// Each thread opens and closes a file of its own. What can be seen of the order is the number of the descriptor: the
// sequences of open1, close1 and open2, close2 are 4! / (2! * 2!) = 6. Writing and reading a file of one's own adds none.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void* run(void* name) {
  char text[10] = {0};
  int file = open(name, O_CREAT | O_EXCL | O_RDWR, 0600);
  assert(file >= 0);
  assert(write(file, "hello", 5) == 5);
  assert(pread(file, text, sizeof text, 0) == 5 && strcmp(text, "hello") == 0);
  assert(close(file) == 0);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, "mazurka-one");
  pthread_create(&u, 0, run, "mazurka-two");
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(access("mazurka-one", F_OK) == 0);
  return 0;
}

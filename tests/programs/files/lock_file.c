// expect: verified 4
// toy: # Opening, even in vain, and unlinking write the table of files.
// toy: var table
// toy: thread t[2] { r = exchange table, 1; if r == 0 { table = 0 } }
// A lock file: who makes it goes on, the other gives up; it orders the accesses to `data`. If the other comes before the
// file is removed it fails, once for each order of its open among the three other operations that matter: (1) the first
// thread does all before the second begins, (2) and the same the other way round; (3) one fails while the file is there,
// (4) and the other way round.
#include <errno.h>
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int data;

static void* run(void* unused) {
  int file = open("mazurka-lock", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (file < 0) {
    assert(errno == EEXIST);
    return unused;
  }
  data++;
  unlink("mazurka-lock");
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(data == 1 || data == 2);
  return 0;
}

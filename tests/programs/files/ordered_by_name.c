// expect: verified 2
// toy: # The table of files.
// toy: var table
// toy: thread maker { table = 1 }
// toy: thread main { r = table }
// A file that exists is a sign: what was done before it was made happens before what comes after it was seen. The other
// thread looks before or after.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int data;

static void* maker(void* unused) {
  data = 1;
  open("mazurka-sign", O_CREAT | O_WRONLY, 0600);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, maker, 0);
  if (access("mazurka-sign", F_OK) == 0) assert(data == 1);
  pthread_join(t, 0);
  return 0;
}

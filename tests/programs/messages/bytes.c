// expect: verified 6
// toy: # A read of as much as was written at once depends on nothing but that write.
// toy: mailbox pipe
// toy: thread writer[2] { send pipe me; send pipe me }
// toy: thread main { receive pipe; receive pipe; receive pipe; receive pipe }
// A pipe that one thread reads is a mailbox: what matters is only the order of the writes.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* number) {
  for (int k = 0; k < 2; k++) assert(write(ends[1], &number, sizeof number) == sizeof number);
  return NULL;
}

int main(void) {
  assert(pipe(ends) == 0);
  pthread_t one, two;
  pthread_create(&one, NULL, writer, (void*)1);
  pthread_create(&two, NULL, writer, (void*)2);
  long sum = 0, number;
  for (int k = 0; k < 4; k++) {
    assert(read(ends[0], &number, sizeof number) == sizeof number);
    sum += number;
  }
  assert(sum == 6);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
}

// expect: verified 2
// options: --races=explore
// toy: # An await that looks too early never goes on: its thread ends there.
// toy: var flag, data
// toy: thread writer { data = 1; flag = 1 }
// toy: thread main { r = flag; if r == 1 { r = data } }
// mazurka_await on a plain variable: it is seen at once, or not.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int flag, data;

static void *write_data(void *argument) {
  data = 1;
  flag = 1;
  return argument;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write_data, 0);
  mazurka_await(flag == 1);
  assert(data == 1);
  pthread_join(writer, 0);
  return 0;
}

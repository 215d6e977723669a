// expect: unsupported library functions on memory that threads share
// options: --races=explore
#include <pthread.h>
#include <string.h>

static char text[4] = "abc";

static void *change(void *argument) {
  text[1] = 0;
  return argument;
}

int main(void) {
  pthread_t changer;
  pthread_create(&changer, 0, change, 0);
  size_t length = strlen(text);
  pthread_join(changer, 0);
  return length > 3;
}

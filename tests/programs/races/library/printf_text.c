// expect: bug data_race
// message: text
// One thread prints a text that the other changes.
#include <pthread.h>
#include <stdio.h>

static char text[20] = "text";

static void* print(void* unused) {
  printf("%5d %-*.2f %s\n", 1, 8, 2.5, text);
  return unused;
}
static void* change(void* unused) {
  text[2] = 's';
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, print, 0);
  pthread_create(&u, 0, change, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

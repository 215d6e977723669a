// expect: bug data_race
// message: text
// Two threads format a number into the same text.
#include <pthread.h>
#include <stdio.h>

static char text[20];

static void* run(void* unused) {
  sprintf(text, "%d", 100);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

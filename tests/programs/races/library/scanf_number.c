// expect: bug data_race
// message: number
// Two threads read a number into the same variable.
#include <pthread.h>
#include <stdio.h>

static int number;

static void* run(void* unused) {
  char word[10];
  sscanf("text 5", "%9s %d", word, &number);
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

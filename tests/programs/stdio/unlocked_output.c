// expect: bug data_race
// flags: -O1
// One thread locks standard output, as every call does; the other does not.
#include <pthread.h>
#include <stdio.h>

static void* first(void* unused) {
  printf("text\n");
  return unused;
}
static void* second(void* unused) {
  putchar_unlocked('x');
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}

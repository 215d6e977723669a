// Learns again and again that memory is shared, with --races=explore.
#include <pthread.h>
int x, y, z, w1;
static void* w(void* a) {
  for (int i = 0; i < 2; i++) {
    int r = x;
    x = r + 1;
    if (r == 1) y = 1;
    if (y) z++;
  }
  if (z == 1) w1 = 1;
  return 0;
}
static void* v(void* a) {
  if (w1) w1 = 2;
  for (int i = 0; i < 2; i++) y = 0;
  return 0;
}
int main(void) {
  pthread_t t[4];
  pthread_create(t, 0, w, 0);
  pthread_create(t + 1, 0, w, 0);
  pthread_create(t + 2, 0, v, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}

// The failing executions are not the first ones, and there are thousands after them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, z;
static void* w(void* a) {
  for (int i = 0; i < 4; i++) {
    int r = x;
    x = r + 1;
  }
  return 0;
}
static void* v(void* a) {
  for (int i = 0; i < 3; i++) {
    y++;
  }
  return 0;
}
int main(void) {
  pthread_t t[4];
  pthread_create(t, 0, w, 0);
  pthread_create(t + 1, 0, w, 0);
  pthread_create(t + 2, 0, v, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(x != 2);
}

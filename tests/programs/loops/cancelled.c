// expect: verified
// Loops that only cancellation ends: they look, find nothing, and wait for it.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void* spin(void* unused) {
  for (;;) pthread_testcancel();
  return unused;
}
static void* doze(void* unused) {
  for (;;) sleep(1);
  return unused;
}

int main(void) {
  pthread_t t[2];
  void* result;
  pthread_create(&t[0], 0, spin, 0);
  pthread_create(&t[1], 0, doze, 0);
  for (int n = 0; n < 2; n++) pthread_cancel(t[n]);
  for (int n = 0; n < 2; n++) {
    pthread_join(t[n], &result);
    assert(result == PTHREAD_CANCELED);
  }
  return 0;
}

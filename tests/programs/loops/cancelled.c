// expect: verified 9
// toy: # Who looks LOOKS times too early is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: var cancelled[2]
// toy: thread t[2] { n = 0; r = cancelled[me]; while !r { n = n + 1; if n == LOOKS { await cancelled[me] == 9 }; r = cancelled[me] } }
// toy: thread main { cas cancelled[0], 0, 1; cas cancelled[1], 0, 1 }
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

// expect: bug assertion
// options: --symbolic
// A connection that is driven by messages, and closed by another thread meanwhile.
// fixed: verified 48
// count: Each message is one of three or another one: 16 pairs. The other thread comes before, between or after them: 48.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

enum state { IDLE, OPEN, CLOSED };
enum { CONNECT = 17, SEND = 4242, HANG_UP = -5 };
static int messages[2];
static enum state state;
static int sent_after_close;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void handle(int message) {
  pthread_mutex_lock(&mutex);
  switch (message) {
    case CONNECT:
      if (state == IDLE) state = OPEN;
      break;
    case SEND:
#ifdef FIXED
      if (state != OPEN) break;
#else
      if (state == IDLE) break;
#endif
      sent_after_close = state == CLOSED;
      break;
    case HANG_UP: state = CLOSED; break;
    default: break;
  }
  pthread_mutex_unlock(&mutex);
}

static void* receiver(void* unused) {
  for (int k = 0; k < 2; k++) handle(messages[k]);
  return unused;
}
static void* closer(void* unused) {
  handle(HANG_UP);
  return unused;
}

int main(void) {
  mazurka_symbolic(messages, sizeof messages, "messages");
  pthread_t threads[2];
  pthread_create(&threads[0], 0, receiver, 0);
  pthread_create(&threads[1], 0, closer, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
  assert(!sent_after_close);
}

// expect: verified 3
// toy: var cancelled
// toy: thread u { r = cancelled; if r == 0 { r = cancelled } }
// toy: thread main { cas cancelled, 0, 1; cas cancelled, 0, 1 }
// Handlers run last to first, then the destructors of keys; one that was popped does not. While cancellation is
// disabled, and once the thread ends, nothing looks for it. A thread may cancel itself, and a cancelled one again.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int order[4], count;
static pthread_key_t key;

static void note(void* number) {
  order[count++] = (int)(long)number;
  pthread_testcancel();
  sleep(1);
}

static void* run(void* unused) {
  pthread_setspecific(key, (void*)3);
  pthread_cleanup_push(note, (void*)1);
  pthread_cleanup_push(note, (void*)2);
  pthread_cleanup_push(note, (void*)9);
  pthread_cleanup_pop(0);
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  assert(old == PTHREAD_CANCEL_ENABLE);
  pthread_cancel(pthread_self());
  pthread_testcancel();
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  assert(old == PTHREAD_CANCEL_DISABLE);
  pthread_testcancel();
  assert(0);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return unused;
}

static void* ends(void* unused) {
  pthread_testcancel();
  usleep(1);
  return unused;
}

int main(void) {
  pthread_t t, u;
  void* result;
  pthread_key_create(&key, note);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  assert(count == 3 && order[0] == 2 && order[1] == 1 && order[2] == 3);
  pthread_create(&u, 0, ends, 0);
  pthread_cancel(u);
  pthread_cancel(u);
  pthread_join(u, &result);
  return 0;
}

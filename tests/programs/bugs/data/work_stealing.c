// expect: bug assertion
// message: times_done == 1
// location: work_stealing.c:54
// A work-stealing deque: owner and thief both take the last task, since the owner does not compete for it.
// fixed: verified 7
// toy: var top, bottom = 1, done
// toy: thread steal { t = top; b = bottom; if t < b { r = cas top, t, t + 1; if r { r = fetch_add done, 1 } } }
// toy: thread main {
// toy:   b = bottom
// toy:   b = b - 1
// toy:   bottom = b
// toy:   t = top
// toy:   if t < b { r = fetch_add done, 1 }
// toy:   else if t == b { r = cas top, t, t + 1; if r { r = fetch_add done, 1 }; bottom = b + 1 }
// toy:   else { bottom = b + 1 }
// toy: }
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top, bottom = 1;  // one task
static atomic_int times_done;

static void* steal(void* unused) {
  int t = top;
  if (t < bottom && atomic_compare_exchange_strong(&top, &t, t + 1)) times_done++;
  return unused;
}

static void take(void) {
  int b = bottom - 1;
  bottom = b;
  int t = top;
  if (t < b) {
    times_done++;
  } else if (t == b) {
#ifdef FIXED
    if (atomic_compare_exchange_strong(&top, &t, t + 1)) times_done++;
#else
    times_done++;
    top = t + 1;
#endif
    bottom = b + 1;
  } else {
    bottom = b + 1;
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, steal, 0);
  take();
  pthread_join(thread, 0);
  assert(times_done == 1);
  return 0;
}

// expect: bug assertion
// message: item == taken + 1
// location: buffer_off_by_one.c:47
// A bounded buffer with an off-by-one in the test for full: an item is overwritten.
// fixed: verified 8
// toy: mutex m
// toy: cond c
// toy: var used
// toy: thread producer { repeat 2 { lock m; u = used; while u >= 1 { wait c, m; u = used }; used = u + 1; signal c; unlock m } }
// toy: thread main { repeat 2 { lock m; u = used; while u == 0 { wait c, m; u = used }; used = u - 1; signal c; unlock m } }
#include <assert.h>
#include <pthread.h>

enum { kSize = 1, kItems = 2 };
#ifdef FIXED
enum { kLimit = kSize };
#else
enum { kLimit = kSize + 1 };
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int buffer[kSize], used, put;

static void* producer(void* unused) {
  for (int n = 1; n <= kItems; n++) {
    pthread_mutex_lock(&mutex);
    while (used >= kLimit) pthread_cond_wait(&changed, &mutex);
    buffer[put++ % kSize] = n;
    used++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  for (int taken = 0; taken < kItems; taken++) {
    pthread_mutex_lock(&mutex);
    while (used == 0) pthread_cond_wait(&changed, &mutex);
    int item = buffer[taken % kSize];
    used--;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    assert(item == taken + 1);
  }
  pthread_join(thread, 0);
  return 0;
}

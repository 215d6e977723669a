// expect: bug deadlock
// peer: connect 8783
// peer: expect "x"
// peer: close
// A thread waits for a mutex that another one holds for ever: that the server waits for connections is no excuse.
// fixed: verified 1
// count: The thread locks the mutex after main has let it go, or it waits for it: but the lock has one order, as the
// thread is started while main holds it: one trace.
#include <pthread.h>

#include "server.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* locks(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  int server = listening_at(8783);
  int number = accept(server, 0, 0);
  pthread_mutex_lock(&mutex);
  pthread_t t;
  pthread_create(&t, 0, locks, 0);
  assert(write(number, "x", 1) == 1);
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  accept(server, 0, 0);
}

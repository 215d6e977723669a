// expect: verified 2
// toy: var cancelled
// toy: thread t { r = cancelled; if r == 0 { await cancelled == 9 } }
// toy: thread main { cas cancelled, 0, 1 }
// A thread that is cancelled in poll, in C++: the unwinding passes through the system call.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <cassert>

static int ends[2], destroyed;

struct Counter {
  ~Counter() { destroyed++; }
};

static void* run(void*) {
  Counter counter;
  pollfd wanted = {ends[0], POLLIN, 0};
  poll(&wanted, 1, -1);
  return nullptr;
}

int main() {
  pthread_t t;
  void* result;
  assert(pipe(ends) == 0);
  pthread_create(&t, nullptr, run, nullptr);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && destroyed == 1);
}

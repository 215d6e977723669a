// expect: verified 2
// toy: var cancelled
// toy: thread t { r = cancelled; if r == 0 { await cancelled == 9 } }
// toy: thread main { cas cancelled, 0, 1 }
// Destructors run, and catch (...) that throws on.
#include <pthread.h>
#include <semaphore.h>

#include <cassert>
#include <mutex>

static std::mutex m;
static sem_t s;
static int destroyed, caught;

struct Counter {
  ~Counter() { destroyed++; }
};

static void* run(void*) {
  Counter counter;
  std::lock_guard<std::mutex> lock(m);
  try {
    Counter inner;
    sem_wait(&s);
  } catch (...) {
    caught = destroyed;
#ifndef SWALLOW
    throw;
#endif
  }
  return nullptr;
}

int main() {
  pthread_t t;
  void* result;
  sem_init(&s, 0, 0);
  pthread_create(&t, nullptr, run, nullptr);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && caught == 1 && destroyed == 2);
  assert(m.try_lock());
  m.unlock();
}

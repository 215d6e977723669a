// expect: verified 6
// toy: var open, x
// toy: thread guarded { r = fetch_add open, 1; r = fetch_add open, -1 }
// toy: thread ordinary { x = 1 }
// toy: thread main { r = x; r = open }
// pthread_exit runs the destructors on the way in every execution, not only in the first; a thread without any ends at
// once.
#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<int> open, x;

struct Guard {
  Guard() { open.fetch_add(1, std::memory_order_relaxed); }
  ~Guard() { open.fetch_sub(1, std::memory_order_relaxed); }
};

__attribute__((noinline)) static void leave() {
  pthread_exit(nullptr);
}

static void* guarded(void*) {
  Guard guard;
  leave();
  return nullptr;
}

static void* plain(void*) {
  x.store(1);
  leave();
  return nullptr;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, nullptr, guarded, nullptr);
  pthread_create(&b, nullptr, plain, nullptr);
  int seen = x.load() + open.load() * 2;
  (void)seen;
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(open.load() == 0 && x.load() == 1);
}

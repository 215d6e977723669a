// expect: bug assertion
// message: assertion failed: count == 3
// A static object has a thread. It runs while other static objects are made, while main runs and until the object's
// destructor joins it: a counter without a lock loses an update there.
// fixed: verified 3
// toy: mutex m
// toy: thread t { lock m; unlock m }
// toy: thread main { lock m; unlock m; lock m; unlock m }
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int count;

static void add() {
#ifdef FIXED
  std::lock_guard hold(m);
  count++;
#else
  int old;
  {
    std::lock_guard hold(m);
    old = count;
  }
  std::lock_guard hold(m);
  count = old + 1;
#endif
}

struct Worker {
  std::thread thread{add};
  ~Worker() {
    thread.join();
    assert(count == 3);
  }
};

static Worker worker;
struct Second {
  Second() { add(); }
} second;

int main() {
  add();
}

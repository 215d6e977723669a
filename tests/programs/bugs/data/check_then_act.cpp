// expect: bug assertion
// message: inserted
// location: check_then_act.cpp:32
// Check-then-act on a map: each operation has the lock, but not both together.
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
#include <cassert>
#include <map>
#include <mutex>
#include <thread>

static std::mutex mutex;
static std::map<int, int> numbers;

static bool has(int key) {
  std::lock_guard lock(mutex);
  return numbers.count(key) != 0;
}

static bool insert(int key) {
  std::lock_guard lock(mutex);
  return numbers.emplace(key, 1).second;
}

static void add_once() {
#ifdef FIXED
  insert(7);
#else
  if (has(7)) return;
  bool inserted = insert(7);
  assert(inserted);
#endif
}

int main() {
  std::thread thread(add_once);
  add_once();
  thread.join();
  return has(7) ? 0 : 1;
}

// expect: verified 2
// toy: # Locking it again is a step of who has it: nobody can do anything with it then.
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// std::recursive_mutex.
#include <cassert>
#include <mutex>
#include <thread>

std::recursive_mutex mutex;
int count;

void add(int depth) {
  std::lock_guard lock(mutex);
  ++count;
  if (depth > 1) add(depth - 1);
}

int main() {
  std::thread a(add, 3), b(add, 2);
  a.join();
  b.join();
  assert(count == 5);
}

// expect: verified 4
// A thread_local object is constructed when its thread first uses it and destroyed at that thread's end.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> made, gone;

struct Thing {
  Thing() { ++made; }
  ~Thing() { ++gone; }
  int value = 1;
};

thread_local Thing thing;

int main() {
  std::thread a([] { thing.value = 2; });
  std::thread b([] { thing.value = 3; });
  std::thread c([] {});
  a.join();
  b.join();
  c.join();
  assert(made == 2 && gone == 2);
}

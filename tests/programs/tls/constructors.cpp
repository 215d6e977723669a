// expect: verified 4
// toy: var made, gone
// toy: thread t[2] { r = fetch_add made, 1; r = fetch_add gone, 1 }
// toy: thread main { join t[0]; join t[1]; r = made; r = gone }
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

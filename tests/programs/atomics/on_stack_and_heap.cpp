// expect: verified 4
// toy: var on_stack, on_heap
// toy: thread t[2] { r = fetch_add on_stack, 1; r = fetch_add on_heap, 1 }
// Atomics on main's stack and on the heap are shared like globals.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

int main() {
  std::atomic<int> on_stack{0};
  auto on_heap = std::make_unique<std::atomic<int>>(0);
  auto run = [&] {
    ++on_stack;
    ++*on_heap;
  };
  std::thread a(run), b(run);
  a.join();
  b.join();
  assert(on_stack == 2 && *on_heap == 2);
}

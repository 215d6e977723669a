// expect: bug use_after_free
// flags: -std=c++17
// fixed: verified 2
// count: two critical sections, in either order: 2 traces. (The pool's own locks are inside.)
// A block that a pool has got back is not the program's any more, although the pool keeps its memory.
#include <memory_resource>
#include <mutex>
#include <thread>

static std::pmr::synchronized_pool_resource pool;
static std::mutex m;
static int* number;

int main() {
  number = static_cast<int*>(pool.allocate(sizeof(int)));
  *number = 1;
  std::thread t([] {
    std::lock_guard hold(m);
    pool.deallocate(number, sizeof(int));
#ifdef FIXED
    number = nullptr;
#endif
  });
  {
    std::lock_guard hold(m);
    if (number != nullptr) *number = 2;
  }
  t.join();
}

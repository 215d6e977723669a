// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// So is a pool that is not synchronised.
#include <memory_resource>
#include <thread>

static std::pmr::unsynchronized_pool_resource pool;
static void* volatile block;

int main() {
  std::thread t([] { block = pool.allocate(8); });
#ifdef FIXED
  t.join();
  static_cast<void>(pool.allocate(8));
#else
  static_cast<void>(pool.allocate(8));
  t.join();
#endif
}

// expect: verified 1
// count: one thread works on memory of its own, and main only waits for its end: 1 trace.
// A pool whose memory comes from a monotonic resource: what was given back to the pool is memory like any other as
// soon as the pool itself has given it back.
#include <cassert>
#include <cstddef>
#include <memory_resource>
#include <thread>
#include <vector>

int main() {
  std::thread t([] {
    std::pmr::monotonic_buffer_resource arena;
    std::pmr::unsynchronized_pool_resource pool(&arena);
    {
      std::pmr::vector<int> numbers({1, 2, 3}, &pool);
      assert(numbers.back() == 3);
    }
    pool.release();
    std::pmr::vector<int> again({4, 5, 6}, &pool);
    assert(again.back() == 6);
  });
  t.join();
}

// expect: bug assertion
// Each round takes memory from a resource that is full in the end.
#include <atomic>
#include <cassert>
#include <memory_resource>
#include <new>
#include <thread>

static std::atomic<int> go;
int main() {
  std::thread t([] {
    static char room[64];
    static std::pmr::monotonic_buffer_resource resource(room, sizeof room, std::pmr::null_memory_resource());
    try {
      while (go.load() == 0) static_cast<void>(resource.allocate(16));
    } catch (const std::bad_alloc&) {
      assert(go.load() != 0);
    }
  });
  go.store(1);
  t.join();
}

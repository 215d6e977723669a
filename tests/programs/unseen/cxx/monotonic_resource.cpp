// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A memory resource is for one thread at a time. Its functions are virtual, and in the library.
#include <memory_resource>
#include <thread>

static std::pmr::monotonic_buffer_resource resource;
static void* volatile block;

int main() {
  std::thread t([] { block = resource.allocate(8); });
#ifdef FIXED
  t.join();
  static_cast<void>(resource.allocate(8));
#else
  static_cast<void>(resource.allocate(8));
  t.join();
#endif
}

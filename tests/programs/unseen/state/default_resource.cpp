// expect: bug assertion
// fixed: verified 1
// count: The resource is read before the thread begins: one trace.
// The default memory resource belongs to all threads: both orders are explored.
#include <cassert>
#include <memory_resource>
#include <thread>

int main() {
  std::pmr::memory_resource* before = std::pmr::get_default_resource();
#ifdef FIXED
  std::pmr::memory_resource* now = std::pmr::get_default_resource();
#endif
  std::thread t([] { std::pmr::set_default_resource(std::pmr::null_memory_resource()); });
#ifndef FIXED
  std::pmr::memory_resource* now = std::pmr::get_default_resource();
#endif
  assert(now == before);
  t.join();
}

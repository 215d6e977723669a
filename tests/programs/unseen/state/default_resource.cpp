// expect: bug assertion
// The default memory resource belongs to all threads: both orders are explored.
#include <cassert>
#include <memory_resource>
#include <thread>

int main() {
  std::pmr::memory_resource* before = std::pmr::get_default_resource();
  std::thread t([] { std::pmr::set_default_resource(std::pmr::null_memory_resource()); });
  assert(std::pmr::get_default_resource() == before);
  t.join();
}

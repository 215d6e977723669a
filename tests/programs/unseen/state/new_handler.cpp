// expect: bug assertion
// fixed: verified 1
// count: The join leaves nothing to reorder: one trace.
// Which handler is set last depends on the order.
#include <cassert>
#include <new>
#include <thread>

static void one() {}
static void two() {}
int main() {
  std::thread t([] { std::set_new_handler(one); });
#ifdef FIXED
  t.join();
  std::set_new_handler(two);
#else
  std::set_new_handler(two);
  t.join();
#endif
  assert(std::get_new_handler() == two);
}

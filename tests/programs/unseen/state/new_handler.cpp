// expect: bug assertion
// Which handler is set last depends on the order.
#include <cassert>
#include <new>
#include <thread>

static void one() {}
static void two() {}
int main() {
  std::thread t([] { std::set_new_handler(one); });
  std::set_new_handler(two);
  t.join();
  assert(std::get_new_handler() == two);
}

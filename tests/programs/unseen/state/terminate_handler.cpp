// expect: bug assertion
// fixed: verified 1
// count: The thread has ended before main sets its own: 1 trace.
// Which handler is set last depends on the order.
#include <cassert>
#include <cstdlib>
#include <exception>
#include <thread>

static void one() {
  std::abort();
}
static void two() {
  std::abort();
}
int main() {
  std::thread t([] { std::set_terminate(one); });
#ifdef FIXED
  t.join();
  std::set_terminate(two);
#else
  std::set_terminate(two);
  t.join();
#endif
  assert(std::get_terminate() == two);
}

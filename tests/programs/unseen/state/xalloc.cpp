// expect: bug assertion
// fixed: verified 1
// count: The join leaves nothing to reorder: one trace.
// Each call gets another number, in the order of the calls.
#include <cassert>
#include <ios>
#include <thread>

static int first, second;
int main() {
  std::thread t([] { first = std::ios_base::xalloc(); });
#ifdef FIXED
  t.join();
  second = std::ios_base::xalloc();
#else
  second = std::ios_base::xalloc();
  t.join();
#endif
  assert(first < second);
}

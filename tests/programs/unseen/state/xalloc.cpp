// expect: bug assertion
// Each call gets another number, in the order of the calls.
#include <cassert>
#include <ios>
#include <thread>

static int first, second;
int main() {
  std::thread t([] { first = std::ios_base::xalloc(); });
  second = std::ios_base::xalloc();
  t.join();
  assert(first < second);
}

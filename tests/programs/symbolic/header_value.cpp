// expect: bug assertion
// With any compiler: a number that knows what it is made of.
// fixed: verified 3
// count: Two orders. In one of them the sum is 6 times the input, which may be 4 times the input, too (0 and 2^31), or
//   not: 3.
#include <cassert>
#include <mazurka/symbolic.hpp>
#include <mutex>
#include <thread>

static mazurka::symbolic_value<unsigned> input, sum;
static std::mutex mutex;

static void add(unsigned factor) {
  std::lock_guard<std::mutex> hold(mutex);
  sum = sum * factor + input;
}

int main() {
  input = mazurka::symbolic_value<unsigned>("input");
  std::thread first(add, 3), second(add, 5);
  first.join();
  second.join();
#ifdef FIXED
  assert(sum == input * 4 || sum == input * 6);
#else
  assert(sum != 4000000000);
#endif
}

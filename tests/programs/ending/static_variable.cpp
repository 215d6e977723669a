// expect: bug assertion 2
// message: last
// options: --keep-going
// count: Two stores of one variable, in either order: 2 traces.
// A static variable of a function is destroyed when main returns, if the function was called.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> last;

struct Check {
  ~Check() { assert(false && "last"); }
};
void use() {
  static Check check;
}

int main() {
  std::thread one([] { last = 1; }), two([] { last = 2; });
  one.join();
  two.join();
  if (last == 1) use();
}

// expect: bug assertion 2
// message: last
// options: --keep-going
// count: Two stores of one variable, in either order: 2 traces.
// Main's own thread_local variables are destroyed when it returns.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> last;

struct Check {
  bool used = false;
  ~Check() { assert(!used || last == 2); }
};
thread_local Check check;

int main() {
  check.used = true;
  std::thread one([] { last = 1; }), two([] { last = 2; });
  one.join();
  two.join();
}

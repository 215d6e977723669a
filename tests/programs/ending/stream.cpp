// expect: bug assertion 2
// message: last
// options: --keep-going
// count: Two stores of one variable, in either order: 2 traces.
// The standard streams are flushed when main returns: by a function of the program, if it has replaced the buffer.
#include <atomic>
#include <cassert>
#include <iostream>
#include <thread>

std::atomic<int> last;

struct Buffer : std::streambuf {
  int sync() override {
    assert(last == 2);
    return 0;
  }
};

int main() {
  static Buffer& buffer = *new Buffer;
  std::clog.rdbuf(&buffer);
  std::thread one([] { last = 1; }), two([] { last = 2; });
  one.join();
  two.join();
}

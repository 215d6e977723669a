// expect: verified 2
// A constructor ends the program: main never runs, and the object that was being made is not destroyed.
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1 }
#include <atomic>
#include <cstdlib>
#include <thread>

static std::atomic<int> x;

struct Before {
  ~Before() {
    if (x != 2) abort();
  }
} before;
struct Thing {
  Thing() {
    std::thread t([] { x++; });
    x++;
    t.join();
    try {
      throw 1;
    } catch (int) {
    }
    exit(0);
  }
  ~Thing() { abort(); }
} thing;

int main() {
  abort();
}

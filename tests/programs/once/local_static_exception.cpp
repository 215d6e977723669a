// expect: verified 6
// count: Each thread reads the guard first. The one that acquires it first (2 possibilities) throws and gives it
//   back: W, then W. The other reads before, between or after these (3), waits, acquires it (W) and constructs: 2 * 3
//   = 6. The first alone adds to thrown.
// If the constructor of a function's static variable throws, the next thread constructs it again.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> tries, thrown;

struct Thing {
  Thing() {
    if (++tries == 1) throw 1;
  }
};

void use() {
  try {
    static Thing it;
    (void)it;
  } catch (int) {
    ++thrown;
  }
}

int main() {
  std::thread a(use), b(use);
  a.join();
  b.join();
  assert(tries == 2 && thrown == 1);
}

// expect: verified 2
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1 }
// toy: thread main { join t[0]; join t[1] }
// The memory of a block with an atomic of 8 bytes is used again for atomics of 4 bytes: other objects, not one of two
// sizes.
#include <atomic>
#include <cassert>
#include <thread>

struct Wide {
  std::atomic<long> a{1};
};
struct Narrow {
  std::atomic<int> a{2}, b{3};
};

std::atomic<int> order;

int main() {
  auto* wide = new Wide;
  auto run = [&wide] {
    if (order.fetch_add(1) != 0) return;
    delete wide;
    auto* narrow = new Narrow;
    assert(narrow->b == 3);
    delete narrow;
    wide = new Wide;
    assert(wide->a == 1);
  };
  std::thread first(run), second(run);
  first.join();
  second.join();
  delete wide;
}

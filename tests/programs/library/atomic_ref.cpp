// expect: verified 6
// flags: -std=c++20
// toy: var x
// toy: thread t[3] { r = fetch_add x, 1 }
#include <atomic>
#include <cassert>
#include <thread>

static int x;

int main() {
  auto run = [] { std::atomic_ref<int>(x).fetch_add(1); };
  std::thread a(run), b(run), c(run);
  a.join();
  b.join();
  c.join();
  assert(x == 3);
}

// expect: verified 6
// toy: var x
// toy: thread t[3] { r = fetch_add x, 1 }
// An atomic of 48 bytes: exchanges in 3! orders.
#include <atomic>
#include <cassert>
#include <thread>

struct Large {
  long words[6];
};
static std::atomic<Large> large;

int main() {
  auto run = [](long n) {
    Large before = large.exchange(Large{{n, n, n, n, n, n}});
    assert(before.words[0] == before.words[5]);
  };
  std::thread a(run, 1), b(run, 2), c(run, 3);
  a.join();
  b.join();
  c.join();
}

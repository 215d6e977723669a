// expect: verified 48
// flags: -std=c++20
#include <cassert>
#include <latch>
#include <thread>

static int written[2];

int main() {
  std::latch latch(2);
  auto run = [&](int me) {
    written[me] = 1;
    latch.arrive_and_wait();
    assert(written[1 - me] == 1);
  };
  std::thread a(run, 0);
  run(1);
  a.join();
}

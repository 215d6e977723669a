// expect: verified 48
// flags: -std=c++20
#include <barrier>
#include <cassert>
#include <thread>

static int written[2];
static int completed;

int main() {
  std::barrier barrier(2, []() noexcept { ++completed; });
  auto run = [&](int me) {
    written[me] = 1;
    barrier.arrive_and_wait();
    assert(written[1 - me] == 1 && completed == 1);
  };
  std::thread a(run, 0);
  run(1);
  a.join();
}

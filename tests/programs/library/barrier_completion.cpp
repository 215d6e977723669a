// expect: verified
// uncounted: the steps of a barrier depend on the version of libstdc++
// flags: -std=c++20
// The completion runs once for each phase, before anybody goes on.
#include <barrier>
#include <cassert>
#include <thread>

static int completed;
static auto on_completion = []() noexcept { completed++; };
static std::barrier both{2, on_completion};

int main() {
  auto run = [] {
    both.arrive_and_wait();
    assert(completed == 1);
    both.arrive_and_drop();
  };
  std::thread t(run);
  run();
  t.join();
  assert(completed == 2);
}

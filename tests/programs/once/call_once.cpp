// expect: verified 3
// count: One of 3 threads begins first and initialises (W). The calls of the others wait until that is done, and only
//   read then (R), in no order; begun and done are written before and read after. So 3 traces.
// std::call_once from three threads: one call, complete for all of them.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::once_flag flag;
  std::atomic<int> begun{0}, done{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < 3; ++n) {
    threads.emplace_back([&] {
      std::call_once(
          flag, [&](int value) { begun += 1, done = value; }, 7);
      assert(done == 7);
    });
  }
  for (auto& thread : threads) thread.join();
  assert(begun == 1);
}

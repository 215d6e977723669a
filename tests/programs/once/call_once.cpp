// expect: verified 3
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

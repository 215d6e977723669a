// expect: bug data_race
// flags: -std=c++20
// libstdc++ 12: std::atomic<std::shared_ptr>::load() unlocks by a relaxed operation, after which another thread writes
// what it has read.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> pointer;

int main() {
  std::thread t([] { pointer.store(std::make_shared<int>(1)); });
  auto seen = pointer.load();
  assert(!seen || *seen == 1);
  t.join();
}

// expect: verified
// uncounted: the steps of the lock and of the counts depend on the version of libstdc++
// flags: -std=c++20 -DMAZURKA_FIX_ATOMIC_SHARED_PTR
// With that lock as it should be: exchange, compare_exchange and the counts are right.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> pointer;

int main() {
  pointer.store(std::make_shared<int>(0));
  std::thread t([] {
    auto seen = pointer.load();
    auto next = std::make_shared<int>(*seen + 1);
    if (!pointer.compare_exchange_strong(seen, next)) assert(*seen == 5);
  });
  auto old = pointer.exchange(std::make_shared<int>(5));
  t.join();
  assert(*old == 0 || *old == 1);
  auto last = pointer.load();
  assert((*last == 5 || *last == 6) && last.use_count() == 2);
}

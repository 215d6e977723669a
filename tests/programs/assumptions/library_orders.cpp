// expect: verified
// uncounted: the version of libstdc++ decides how many operations these have
// assumes: nothing
// An ordinary program: the weak orders in the library's own headers, and at the guard of a static variable, are not the
// program's.
#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

struct Table {
  int entries = 3;
};
static Table& table() {
  static Table only;
  return only;
}

int main() {
  std::mutex mutex;
  std::once_flag once;
  auto shared = std::make_shared<Table>();
  std::weak_ptr<Table> weak = shared;
  std::atomic<int> sum = 0;
  auto run = [&, shared] {
    std::call_once(once, [] {});
    std::lock_guard lock(mutex);
    if (auto locked = weak.lock()) sum += locked->entries + table().entries;
  };
  std::thread other(run);
  auto later = std::async(std::launch::async, [] { return table().entries; });
  other.join();
  return later.get() == 3 && sum == 6 ? 0 : 1;
}

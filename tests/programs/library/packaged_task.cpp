// expect: verified 420
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::packaged_task<int(int)> task([](int n) { return n * n; });
  std::shared_future<int> result = task.get_future().share();
  std::thread a(std::move(task), 7);
  std::thread b([result] { assert(result.get() == 49); });
  assert(result.get() == 49);
  a.join();
  b.join();
}

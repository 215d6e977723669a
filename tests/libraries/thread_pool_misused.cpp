// expect: bug deadlock
// package: libthread-pool-dev
// A task that waits for another one of the same pool, which has no thread left for it.
#include <thread_pool/thread_pool.hpp>

int main() {
  thread_pool::ThreadPool pool(1);
  std::future<int> outer = pool.Submit([&] {
    std::future<int> inner = pool.Submit([] { return 42; });
    return inner.get();
  });
  outer.get();
}

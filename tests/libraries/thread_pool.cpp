// expect: verified
// package: libthread-pool-dev
// thread_pool::ThreadPool with futures, condition variables and a worker that is stopped in the end.
#include <cassert>
#include <thread_pool/thread_pool.hpp>

int main() {
  thread_pool::ThreadPool pool(1);
  std::future<int> result = pool.Submit([] { return 42; });
  assert(result.get() == 42);
}

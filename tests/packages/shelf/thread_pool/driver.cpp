#include <cassert>
#include <thread_pool/thread_pool.hpp>

int main() {
  thread_pool::ThreadPool pool(1);
  std::future<int> result = pool.Submit([] { return 42; });
  assert(result.get() == 42);
}

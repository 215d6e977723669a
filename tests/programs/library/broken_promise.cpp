// expect: bug uncaught_exception
#include <future>
#include <thread>

int main() {
  std::future<int> future;
  std::thread a([&] {
    std::promise<int> promise;
    future = promise.get_future();
  });
  a.join();
  return future.get();
}

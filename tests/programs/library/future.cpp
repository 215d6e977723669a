// expect: verified 5
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread a([&] { promise.set_value(7); });
  const int value = future.get();
  a.join();
  return value != 7;
}

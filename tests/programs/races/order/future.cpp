// expect: verified
// What comes before a promise is kept is ordered before what comes after it is seen.
#include <future>
#include <thread>

int data;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread a([&promise] {
    data = 1;
    promise.set_value(2);
  });
  int result = future.get() + data;
  a.join();
  return result != 3;
}

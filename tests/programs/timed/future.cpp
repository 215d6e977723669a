// expect: verified 8
// wait_for times out only after the time has passed. (What it does in between are four operations of libstdc++ on the
// word.)
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

using namespace std::chrono_literals;

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread a([&] { promise.set_value(7); });
  auto begin = std::chrono::steady_clock::now();
  if (future.wait_for(10ms) == std::future_status::timeout) assert(std::chrono::steady_clock::now() - begin >= 10ms);
  a.join();
  assert(future.wait_for(0ms) == std::future_status::ready && future.get() == 7);
}

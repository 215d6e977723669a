// expect: verified
// flags: -std=c++20
// std::jthread joins by itself, and asks its thread to stop.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> x;

int main() {
  bool stopped = false;
  {
    std::jthread a([] { ++x; });
    std::jthread b([&](std::stop_token token) {
      ++x;
      stopped = token.stop_requested();
    });
    b.request_stop();
  }
  assert(x == 2);
  (void)stopped;
}

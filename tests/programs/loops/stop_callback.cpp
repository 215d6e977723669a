// expect: verified 12
// flags: -std=c++20
// A callback runs once: in the thread that registers it, or in the one that requests the stop.
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  std::stop_source source;
  int called = 0;
  std::thread a([&] { source.request_stop(); });
  {
    std::stop_callback callback(source.get_token(), [&] { ++called; });
    a.join();
  }
  assert(called == 1);
}

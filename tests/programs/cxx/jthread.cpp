// expect: verified 6
// flags: -std=c++20
// toy: # v is libstdc++'s word: 1 stop requested, 2 locked, 4 there is a source.
// toy: var x, v = 4
// toy: thread a { r = fetch_add x, 1 }
// toy: thread b { r = fetch_add x, 1; r = v }
// toy: thread main { r = v; r = cas v, 4, 7; r = fetch_add v, -2 }
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

// expect: verified 8
// toy: # d is libstdc++'s word: 1 ready, 2 somebody waits. q is what the waiter has seen when it began to wait;
// toy: # who saw 2 waits until it is woken or times out.
// toy: var d, q
// toy: thread a { r = exchange d, 1; if r == 2 { r = cas q, 2, 0 } }
// toy: thread main {
// toy:   r = d
// toy:   if r == 0 { r = d; if r == 0 { r = fetch_add d, 2; copy d, q; r = cas q, 2, 0; r = d } }
// toy:   join a
// toy:   r = d
// toy: }
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

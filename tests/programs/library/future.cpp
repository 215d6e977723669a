// expect: verified 5
// toy: # d is libstdc++'s word: 1 ready, 2 somebody waits. q is what the waiter has seen when it began to wait; if 2,
// toy: # until it is woken.
// toy: var d, q
// toy: thread a { r = exchange d, 1; if r == 2 { r = cas q, 2, 0 } }
// toy: thread main { r = d; if r == 0 { r = fetch_add d, 2; copy d, q; await q != 2; r = d }; join a }
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

// expect: verified 5
// toy: # As in library/future.cpp.
// toy: var d, q
// toy: thread a { r = exchange d, 1; if r == 2 { r = cas q, 2, 0 } }
// toy: thread main { r = d; if r == 0 { r = fetch_add d, 2; copy d, q; await q != 2; r = d } }
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

// expect: bug uncaught_exception
// message: uncaught exception of type std::runtime_error: nothing to take
// An exception leaves a thread if the taker comes before the giver.
// fixed: verified 2
// toy: var items
// toy: thread taker { r = items; if r != 0 { r = fetch_add items, -1 } }
// toy: thread main { r = fetch_add items, 1 }
// With a handler.
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<int> items;

void take() {
  if (items == 0) throw std::runtime_error("nothing to take");
  --items;
}

int main() {
#ifdef FIXED
  std::thread taker([] {
    try {
      take();
    } catch (const std::runtime_error&) {
    }
  });
#else
  std::thread taker(take);
#endif
  ++items;
  taker.join();
}

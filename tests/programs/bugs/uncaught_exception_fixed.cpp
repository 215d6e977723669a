// expect: verified 2
// toy: var items
// toy: thread taker { r = items; if r != 0 { r = fetch_add items, -1 } }
// toy: thread main { r = fetch_add items, 1 }
// uncaught_exception.cpp with a handler.
#include <atomic>
#include <stdexcept>
#include <thread>

std::atomic<int> items;

void take() {
  if (items == 0) throw std::runtime_error("nothing to take");
  --items;
}

int main() {
  std::thread taker([] {
    try {
      take();
    } catch (const std::runtime_error&) {
    }
  });
  ++items;
  taker.join();
}

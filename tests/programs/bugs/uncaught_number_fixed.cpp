// expect: verified 2
// toy: var x
// toy: thread t { r = x }
// toy: thread main { x = 1 }
// uncaught_number.cpp with a handler.
#include <atomic>
#include <thread>

std::atomic<int> x;

int main() {
  std::thread t([] {
    try {
      if (x == 1) throw 1;
    } catch (int) {
    }
  });
  x = 1;
  t.join();
}

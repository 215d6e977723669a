// expect: verified 2
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

// expect: bug uncaught_exception
// An exception meets a noexcept function on its way to a handler.
// fixed: verified 2
// toy: var x
// toy: thread a { r = x }
// toy: thread main { x = 1 }
// noexcept_violated.cpp without noexcept.
#include <atomic>
#include <thread>

std::atomic<int> x;

void check() {
  if (x == 1) throw 1;
}

#ifdef FIXED
void run() {
#else
void run() noexcept {
#endif
  check();
}

int main() {
  std::thread a([] {
    try {
      run();
    } catch (int) {
    }
  });
  x = 1;
  a.join();
}

// expect: bug uncaught_exception
// message: uncaught exception of type int
// What is thrown need not be a std::exception.
// fixed: verified 2
// toy: var x
// toy: thread t { r = x }
// toy: thread main { x = 1 }
// With a handler.
#include <atomic>
#include <thread>

std::atomic<int> x;

int main() {
  std::thread t([] {
#ifdef FIXED
    try {
      if (x == 1) throw 1;
    } catch (int) {
    }
#else
    if (x == 1) throw 1;
#endif
  });
  x = 1;
  t.join();
}

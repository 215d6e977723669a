// expect: bug uncaught_exception
// message: uncaught exception of type int
// What is thrown need not be a std::exception.
#include <atomic>
#include <thread>

std::atomic<int> x;

int main() {
  std::thread t([] {
    if (x == 1) throw 1;
  });
  x = 1;
  t.join();
}

// expect: bug uncaught_exception
// An exception meets a noexcept function on its way to a handler.
#include <atomic>
#include <thread>

std::atomic<int> x;

void check() {
  if (x == 1) throw 1;
}

void run() noexcept {
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

// expect: verified 2
// noexcept_violated.cpp without noexcept.
#include <atomic>
#include <thread>

std::atomic<int> x;

void check() {
  if (x == 1) throw 1;
}

void run() {
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

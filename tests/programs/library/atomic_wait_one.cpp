// expect: verified 7
// flags: -std=c++20
#include <atomic>
#include <thread>

std::atomic<int> x;

int main() {
  std::thread a([] {
    x = 1;
    x.notify_one();
  });
  x.wait(0);
  a.join();
}

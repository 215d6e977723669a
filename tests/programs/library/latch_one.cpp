// expect: verified 9
// flags: -std=c++20
#include <latch>
#include <thread>

int main() {
  std::latch latch(1);
  std::thread a([&] { latch.count_down(); });
  latch.wait();
  a.join();
}
